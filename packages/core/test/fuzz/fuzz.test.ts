import { expect, it } from 'vitest'
import { seededRng } from '../../src/math/rng.ts'
import { doors } from '../doors.ts'
import { Dice } from './dice.ts'
import { digest } from './digest.ts'
import { createTally, execute } from './execute.ts'
import { fuzz } from './fuzz.ts'
import { drawProgram, printProgram } from './program.ts'
import { shrink } from './shrink.ts'
import { namesIn } from './spec.ts'

it('no random program breaks a promise: see `npm run fuzz`', async () => {
  const { findings, tally } = await fuzz(1, (programs) => programs < 25)
  expect(findings).toEqual([])
  expect(tally.rounds).toBeGreaterThan(500)
  expect(tally.streams).toBe(1)
}, 300_000)

/** What programs are not made of, though a door has it. */
const NOT_DRAWN: Readonly<Record<string, readonly string[]>> = {
  'takes functions of the caller': ['panelOf', 'numericalLoss', 'run', 'discoveries'],
  'reads a save, a file or a clock': ['readSave', 'writeSave', 'replayGp', 'gpMemory', 'limitGpMemory'],
  'a helper for rules of your own': ['weighAwake', 'weighAwakeLog', 'entryShare', 'adwin', 'findTask'],
  'numbers and grids': ['dyadic', 'grid', 'normal', 'seededRng'],
  'part of the diagnostics': ['confidenceInterval', 'createConfidence', 'observe', 'evidenceOf'],
  'rows from files and streams': [
    'isMissing',
    'kindOf',
    'numberOf',
    'plainNumber',
    'isInstant',
    'fewWholeNumbers',
    'findTimes',
    'goesBack',
    'orderOf',
    'readTime',
    'unreadDates',
    'columnStatistics',
    'columnTable',
    'csv',
    'table',
    'encodingNamed',
    'ndjson',
    'ndjsonTable',
    'recogniseCsv',
    'bytes',
    'toReadableStream',
    'putNumber',
    'rowsOf',
  ],
  'says in words what an alert says': ['alertWords', 'chanceWords'],
  'reads a distribution': ['cdfAt', 'quantileAt', 'quantileScore'],
  'reads what columns do to forecasts': ['sharesOfParts', 'sharesOfReasons'],
  'times of a file': [
    'droppedRows',
    'inDecimals',
    'reconcile',
    'sumOf',
    'totalsOf',
    'forecastSeries',
    'forecastMany',
    'planMany',
    'knownColumn',
    'knownWidth',
    'writeKnown',
    'seasonsOfSpacing',
    'slotOf',
    'spacingName',
    'spacingOf',
    'timeAt',
    'usualSteps',
  ],
  'drawn as parts of auto': ['inEpochs'],
  'data, not a rule': ['autoFamilies', 'seasonsOf'],
}

it('programs reach every function and constant of every door but those named above', () => {
  const names = new Set(Object.values(NOT_DRAWN).flat())
  for (let seed = 0; seed < 4000; seed++) {
    const { learner, steps } = drawProgram(new Dice(seededRng(seed)))
    for (const name of namesIn(learner)) names.add(name)
    for (const step of steps) if (step.do === 'add') for (const name of namesIn(step.rule)) names.add(name)
  }
  const { 'credence/kinds': _kinds, 'credence/testing': _testing, ...rest } = doors
  const {
    'credence/oracles': _oracles,
    'credence/random': _random,
    'credence/synthetic': _laws,
    ...parts
  } = rest
  const public_ = Object.values(parts).flatMap((door) => Object.keys(door))
  expect(public_.filter((name) => /^[a-z]/.test(name) && !names.has(name))).toEqual([])
})

it('a finding is shrunk to the steps it needs', () => {
  const program = {
    learner: {
      call: 'aggregate',
      args: [{ experts: { call: 'knn', args: [{ window: 3 }] }, loss: { call: 'squared' } }],
    },
    steps: [
      ...Array.from({ length: 30 }, (_, t) => ({ do: 'learn', input: [t], y: t }) as const),
      // A rule that does not exist breaks the promise that errors are ArgumentErrors.
      { do: 'add', rule: { call: 'nobody' } } as const,
    ],
  }
  const found = execute(program, createTally())
  expect(found?.message).toContain('there is no nobody')
  const { program: smallest } = shrink(program, found as NonNullable<typeof found>)
  expect(smallest.steps).toHaveLength(1)
  expect(printProgram(smallest)).toContain('learner.add(nobody)')
})

it('the digest tells states apart, and not NaNs', () => {
  expect(digest({ a: Float64Array.of(1, 2) })).not.toBe(digest({ a: Float64Array.of(2, 1) }))
  expect(digest([0])).not.toBe(digest([-0]))
  expect(digest([Number.NaN])).toBe(digest([-Number.NaN]))
})

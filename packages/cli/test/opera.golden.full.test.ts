import { describe, expect, it } from 'vitest'
import { full } from '../../../test/full.ts'
import { columns, fixture, gap } from '../../core/test/fixtures.ts'
import { credenceOracles, credenceRun, type Line } from './credence.ts'

/** The traces of the R package opera, from a recipe and a CSV to lines of JSON; see core/test/fixtures/opera. */

type Trace = Readonly<Record<string, string>>

function manifest(suffix: string): Trace[] {
  const [head, ...lines] = fixture(`opera/manifest${suffix}.csv`).trim().split('\n')
  const names = (head as string).split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] as string, cell])))
}

const names = (letter: string, size: number): string[] =>
  Array.from({ length: size }, (_, k) => `${letter}${k + 1}`)

/** The stream as lines of CSV: y, the forecasts x1 …, and the activations a1 … where there are any. */
function csvOf(stream: string): { head: string; lines: string[]; size: number; awake: boolean } {
  const { rows } = columns(fixture(`opera/inputs/${stream}.csv`))
  const size = (rows[0] as Float64Array).length - 2
  const awake = stream === 'sleepy'
  const activations = awake ? columns(fixture(`opera/inputs/${stream}_awake.csv`)).rows : []
  const head = ['y', ...names('x', size), ...(awake ? names('a', size) : [])].join(',')
  const lines = rows.map((row, t) =>
    [...row.slice(1), ...(awake ? (activations[t] as Float64Array).slice(1) : [])].join(','),
  )
  return { head, lines, size, awake }
}

/** The stored weights of a trace by round; `next` is the round after the last. */
function storedWeights(suffix: string, { trace, stream }: Trace): Map<string, number[]> {
  const rows = fixture(`opera/weights/${stream}${suffix}.csv`).trim().split('\n').slice(1)
  const cells = rows.map((row) => row.split(',')).filter(([name]) => name === trace)
  return new Map(cells.map(([, t, ...weights]) => [t as string, weights.map(Number)]))
}

function recipeOf(trace: Trace, size: number, awake: boolean): object {
  if (trace.model === 'Ridge') {
    const ridge = { kind: 'conjugate', priorVariance: 1 / Number(trace.lambda), priorMean: 1 / size }
    return {
      target: 'y',
      features: names('x', size),
      prepare: { scale: 'none', intercept: false },
      experts: [ridge],
    }
  }
  const losses = {
    square: 'squared',
    absolute: 'absolute',
    pinball: { kind: 'pinball', level: Number(trace.tau) },
  }
  return {
    task: 'experts',
    target: 'y',
    experts: [{ kind: 'external', columns: names('x', size), ...(awake ? { awake: names('a', size) } : {}) }],
    loss: losses[trace.loss as keyof typeof losses],
    score: trace.gradient === 'TRUE' ? 'gradient' : 'point',
    meta: metaOf(trace),
    ...(trace.prior === 'uniform' ? {} : { prior: trace.prior?.split(' ').map(Number) }),
  }
}

function metaOf({ model, opera, eta, alpha }: Trace): object {
  const kinds: Record<string, object> = {
    EWA: { kind: 'ewa', rate: Number(eta) },
    FS: { kind: 'fixed-share', rate: Number(eta), share: Number(alpha) },
    BOA: { kind: 'boa', form: opera === '1.2.0' ? 'doubling' : 'second-order' },
    MLpol: { kind: 'mlpol' },
    MLprod: { kind: 'mlprod' },
    MLewa: { kind: 'mlewa' },
    OGD: { kind: 'simplex-ogd', decay: Number(alpha) },
  }
  return kinds[model as string] as object
}

/** The first of each model and stream, then the second of each, and so on. */
function inTurns(traces: readonly Trace[]): Trace[] {
  const seen = new Map<string, number>()
  const turns = traces.map(({ model, stream }) => {
    const turn = seen.get(`${model} ${stream}`) ?? 0
    seen.set(`${model} ${stream}`, turn + 1)
    return turn
  })
  return traces
    .map((trace, i) => ({ trace, turn: turns[i] }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ trace }) => trace)
}

// A test of the library runs every trace; here the shell runs some.
describe.each(['', '-boa120'])('credence run against opera%s', (suffix) => {
  const traces = inTurns(manifest(suffix).filter(({ note }) => !note?.includes('chosen online')))
  it.each(full(traces, 20).map((trace) => [trace.trace as string, trace] as const))(
    '%s',
    async (name, trace) => {
      const { head, lines, size, awake } = csvOf(trace.stream as string)
      // One more row, in which all are awake, shows the weights after the last.
      const last = [0, ...new Array(size).fill(0), ...new Array(awake ? size : 0).fill(1)].join(',')
      const csv = [head, ...lines, last].join('\n')
      const rounds = await credenceRun(recipeOf(trace, size, awake), { csv })
      const expected = columns(fixture(`opera/predictions/${trace.stream}${suffix}.csv`)).column(
        name.slice((trace.stream as string).length + 1),
      )
      expect(rounds).toHaveLength(expected.length + 1)
      const worst = Math.max(...expected.map((value, t) => gap((rounds[t] as Line).mean as number, value)))
      expect(worst).toBeLessThan(1e-9)
      // Ridge is one expert, whose coefficients are no weights; MLewa of opera forgets who slept in the last round.
      if (trace.model === 'Ridge') return
      const weightsByRound = storedWeights(suffix, trace)
      expect(weightsByRound.size).toBeGreaterThan(0)
      for (const [t, stored] of weightsByRound) {
        if (t === 'next' && trace.model === 'MLewa' && awake) continue
        const { weights } = rounds[t === 'next' ? expected.length : Number(t) - 1] as Line
        expect(Math.max(...stored.map((weight, k) => gap(weights[k] as number, weight)))).toBeLessThan(1e-9)
      }
    },
  )
})

describe('the coefficients of opera’s Ridge', () => {
  const ridges = manifest('').filter(({ model }) => model === 'Ridge')
  it.each(ridges.map((trace) => [trace.trace as string, trace] as const))('%s', async (_name, trace) => {
    const { head, lines, size } = csvOf(trace.stream as string)
    const stored = storedWeights('', trace)
    expect(stored.size).toBeGreaterThan(0)
    // Rows without an outcome change nothing; the answers to unit vectors are the coefficients.
    const probes = names('x', size).map((_, k) =>
      ['', ...names('x', size).map((_, j) => (j === k ? 1 : 0))].join(','),
    )
    const csv = [head]
    const places = new Map<string, number>()
    const probe = (t: string): void => {
      if (!stored.has(t)) return
      places.set(t, csv.length - 1)
      csv.push(...probes)
    }
    lines.forEach((line, t) => {
      probe(String(t + 1))
      csv.push(
        line
          .split(',')
          .slice(0, size + 1)
          .join(','),
      )
    })
    probe('next')
    const rounds = await credenceRun(recipeOf(trace, size, false), { csv: csv.join('\n') })
    for (const [t, coefficients] of stored) {
      coefficients.forEach((coefficient, k) => {
        const { mean } = rounds[(places.get(t) as number) + k] as Line
        expect(gap(mean as number, coefficient)).toBeLessThan(1e-9)
      })
    }
  })
})

describe('credence oracles against opera', () => {
  const rows = fixture('opera/oracles.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','))
  const groups = new Map<string, string[][]>()
  for (const row of rows) {
    const key = `${row[0]} ${row[2]}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  it.each([...groups])('%s', async (key, group) => {
    const [stream, loss] = key.split(' ') as [string, string]
    const { head, lines, size } = csvOf(stream)
    const recipe = recipeOf({ model: 'EWA', eta: '1', loss, tau: '0.9', prior: 'uniform' }, size, false)
    const switches = group.map(([, oracle]) => /shifting-(\d+)/.exec(oracle as string)?.[1]).filter(Boolean)
    const found = await credenceOracles(recipe, [head, ...lines].join('\n'), switches.join(',') || '0')
    for (const [, oracle, , value, coefficients = ''] of group) {
      const [kind, m] = (oracle as string).split('-')
      const match = found.find((each) =>
        kind === 'shifting' ? each.switches === Number(m) : each.oracle === kind,
      )
      expect(gap(match?.meanLoss as number, Number(value))).toBeLessThan(1e-9)
      coefficients
        .split(' ')
        .filter(Boolean)
        .forEach((coefficient, k) => {
          expect(gap(match?.coefficients?.[`x${k + 1}`] as number, Number(coefficient))).toBeLessThan(1e-9)
        })
    }
  })
})

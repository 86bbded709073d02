import { describe, expect, it } from 'vitest'
import { fromBytes } from '../../src/base/save/save.ts'
import type { Part, StateShape } from '../../src/base/shape.ts'
import { fleetOf } from '../../src/conformal/fleetState.ts'
import { MemoryCalibration } from '../../src/conformal/memories/fast/memoryCalibration.ts'
import { DEFAULT_MEMORIES } from '../../src/conformal/memories/memoryOptions.ts'
import { Live } from '../../src/live/live.ts'
import {
  aggregate,
  ahead,
  auto,
  bayesDtaci,
  conformal,
  fleet,
  givenScore,
  horizons,
  knn,
  logistic,
  normal,
  normalisedResidual,
  paths,
  pidMethod,
  prepared,
  quantiles,
  recent,
  saocpMethod,
  seededRng,
  squared,
  standardizeTarget,
  svb,
  withIntervals,
  withLabels,
} from '../all.ts'
import { digest } from '../fuzz/digest.ts'

// biome-ignore lint/suspicious/noExplicitAny: learners of every kind
type Any = any

const inner = (): Any => aggregate({ experts: [recent(), knn({ window: 9 })] as never, loss: squared })
const signs = (): Any => aggregate({ experts: svb({ scale: [0.1, 1] }), loss: logistic })

/** What is asked of a learner in round t, and how it is asked. */
interface Kind {
  readonly make: () => Any
  readonly input?: (t: number, noise: number) => unknown
  readonly options?: (t: number, noise: number) => object
  readonly outcome?: (t: number, noise: number) => unknown
}

const about = (make: () => Any, options?: Kind['options']): Kind => ({
  make,
  input: (_t, noise) => noise,
  ...(options ? { options } : {}),
})
const rows = (make: () => Any, outcome?: Kind['outcome']): Kind => ({
  make,
  input: (t, noise) => ({ at: new Date(3_600_000 * t), word: t % 2 ? 'north' : 'south', noise }),
  ...(outcome ? { outcome } : {}),
})
const grouped = (t: number): object => ({ group: t % 3 ? 'a' : 'b' })
const overlapping = (t: number): object => ({ groups: [`day ${t % 3}`, 'all'] })

const KINDS: Readonly<Record<string, Kind>> = {
  mixture: { make: () => aggregate({ experts: recent(), loss: squared, history: 5, switches: 2 }) },
  'failures counted': {
    make: () => aggregate({ experts: [recent(), knn()] as never, loss: squared, onFailure: 'sleep' }),
  },
  'no ledger': { make: () => aggregate({ experts: recent(), loss: squared, ledger: false }) },
  intervals: about(() => conformal({ alerts: { rate: 0.01 }, window: 20 })),
  'two coverages': about(() => conformal({ coverage: [0.5, 0.9], period: 3 })),
  bare: about(() => conformal({ diagnostics: false })),
  groups: about(() => conformal({ groups: true }), grouped),
  'groups that overlap': about(() => conformal({ overlapping: true }), overlapping),
  features: about(
    () => conformal({ features: true, alerts: { rate: 0.01, features: true } }),
    (t, noise) => ({ x: [t % 5, noise] }),
  ),
  unbiased: about(() => conformal({ unbiased: true })),
  'given scores': {
    ...about(() => conformal({ conformity: givenScore })),
    outcome: (t) => t % 5,
  },
  deviations: {
    ...about(() => conformal({ conformity: normalisedResidual })),
    input: (_t, noise) => ({ mean: noise, scale: 1 }),
  },
  'running units': about(() => conformal({ method: bayesDtaci(), scale: 'running' })),
  'drawn thresholds': about(() => conformal({ method: bayesDtaci(), threshold: 'randomised', seed: 4 })),
  pid: about(() => conformal({ method: pidMethod({ window: 9 }) })),
  saocp: about(() => conformal({ method: saocpMethod() })),
  quantiles: about(() => quantiles({ levels: [0.1, 0.5, 0.9] })),
  'intervals around a model': { make: () => withIntervals(inner(), { coverage: [0.5, 0.9], window: 20 }) },
  'labels around a model': { make: () => withLabels(signs()), outcome: (t) => (t % 3 ? 1 : -1) },
  prepared: { make: () => prepared(inner(), { target: standardizeTarget() }) },
  ahead: { make: () => ahead(inner(), 3) },
  'rows of cells': rows(() => auto({ task: 'regression', ahead: 2 })),
  'classes of cells': rows(
    () => auto({ task: 'classification' }),
    (t) => 'abc'[t % 3],
  ),
  paths: { make: () => paths({ steps: 2, seasons: [3] }), input: () => ({}) },
}

/** Thirty rounds behind it, and a forecast open. */
function lived({ make, input, options, outcome }: Kind): Any {
  const rng = seededRng(5)
  const learner = make()
  const given = (t: number): unknown => (input ?? ((_t, noise) => [noise, t % 4]))(t, normal(rng))
  for (let t = 0; t < 30; t++) {
    learner.predict(given(t), { ...options?.(t, normal(rng)), id: t })
    const y = outcome ? outcome(t, normal(rng)) : normal(rng)
    learner.learn({ id: t, y })
  }
  learner.predict(given(30), { ...options?.(30, normal(rng)), id: 'open' })
  return learner
}

/** A place of a state: which values its declaration excludes, which edits are taken, and what stands there at first. */
type Place = readonly [path: string, excluded: readonly unknown[], taken: readonly boolean[], fresh: unknown]

/** Every place of a state; of long lists two. */
function* places(shape: StateShape, value: Any, path: string, record?: unknown): Generator<Place> {
  const parts = shape.parts(value, record)
  const some = parts.length > 6 && Array.isArray(value) ? [parts[0], parts.at(-1) as Part] : parts
  const around = Array.isArray(value) ? record : value
  for (const [name, part] of some) {
    const before = value[name]
    const edits = ArrayBuffer.isView(before) ? editsOf(before as Float64Array) : EDITS
    const taken = edits.map((edit) => {
      value[name] = edit
      return isTaken(() => shape.check(value, path, record))
    })
    value[name] = before
    const isLeaf = part.parts(before, around).length === 0
    yield [`${path}.${name}`, part.wrong(before, around), taken, isLeaf ? part() : null]
    yield* places(part, before, `${path}.${name}`, around)
  }
}

/** Anything that is thrown is a refusal: that it is of the right kind is what the test of hostile saves is about. */
function isTaken(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

/** Some that are no state's, and some that only a check of its own can refuse. */
const EDITS: readonly unknown[] = [null, -1, 0, 1, 2, 7, 1e9, -1e9, Number.NaN, [], ['a', 'a']]

function allowed(shape: StateShape, saved: Uint8Array): string {
  return digest([shape(), ...places(shape, fromBytes(saved).state, 'state')])
}

/** Arrays with another number in the first or the last place, and one that is too short. */
function editsOf(numbers: Float64Array): Float64Array[] {
  const last = numbers.length - 1
  const put = (at: number, value: number): Float64Array => {
    const copy = numbers.slice()
    if (at >= 0) copy[at] = value
    return copy
  }
  const values = [-1, 0, 1, 200, Infinity, Number.NaN]
  return [...values.flatMap((value) => [put(0, value), put(last, value)]), numbers.slice(1)]
}

describe('no change of what a save may hold goes unnoticed', () => {
  it.each(Object.entries(KINDS))('of %s', (_name, kind) => {
    const learner = lived(kind)
    expect(allowed(new Live(learner.model).shape as StateShape, learner.save())).toMatchSnapshot()
  })

  it('of steps ahead', () => {
    const learner = horizons({ steps: 2, period: 3 })
    for (let t = 0; t < 20; t++) {
      learner.predict([t % 3, t % 4], { id: t })
      learner.learn({ id: t, step: 1, y: t % 5 })
    }
    expect(allowed(new Live(learner.model).shape as StateShape, learner.save())).toMatchSnapshot()
  })

  it('of fleets, whole and one series of them', () => {
    const calibration = new MemoryCalibration({ ...DEFAULT_MEMORIES, coverage: 0.9, ends: 2, periods: [3] })
    const own = fleet({ period: 3 })
    own.add('a', 'b', 'c')
    own.remove('b')
    const ends = new Float64Array(2)
    for (let t = 0; t < 20; t++) {
      own.predictAll([t % 3, t % 4], ends, ends)
      if (t < 19) own.learnAll([t % 5, Number.NaN])
    }
    const shape = fleetOf(calibration) as StateShape
    expect([allowed(shape, own.save()), allowed(shape, own.save('a'))]).toMatchSnapshot()
  })
})

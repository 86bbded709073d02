import { writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { full, inFull } from '../../../test/full.ts'
import { decode, encode } from '../src/base/save/plainData.ts'
import { decodeJson, encodeJson } from '../src/base/save/plainJson.ts'
import * as baselines from '../src/doors/baselines.ts'
import {
  aci,
  bayesAci,
  betting,
  cop,
  decaying,
  eci,
  pid,
  saocp,
  sfOgd,
  universal,
} from '../src/doors/conformal.ts'
import { gp } from '../src/doors/gp.ts'
import {
  type AggregateLearner,
  type AggregateOptions,
  adaHedge,
  aggregate,
  annealed,
  boa,
  calibrated,
  conjugate,
  ewa,
  external,
  fixedShare,
  logDensity,
  type MetaLearner,
  mlpol,
  mlprod,
  ngvi,
  normal,
  oga,
  ogd,
  panelOf,
  pinball,
  point,
  type Rule,
  rollingRate,
  seededRng,
  squared,
  squint,
  sva,
  svb,
  svbFull,
} from '../src/doors/index.ts'
import {
  adaNormalHedge,
  cbce,
  exponentiatedGradient,
  followTheLeader,
  horizonRate,
  mixingPast,
  mlewa,
  simplexOgd,
  softBayes,
  variableShare,
} from '../src/doors/meta.ts'
import { integerBelow } from '../src/doors/random.ts'
import { boostedTrees } from '../src/trees/index.ts'
import { codeOf } from './codeOf.ts'

/** In `npm test` half of them. */
const ROUNDS = inFull(1000, 500)
const SAVED = 0.4 * ROUNDS

const rng = seededRng(3)
const stream = Array.from({ length: ROUNDS }, (_, t) => {
  const x = [1, normal(rng), normal(rng)]
  return { x, y: (t < ROUNDS / 2 ? 1 : -1) * x[1] + 0.5 * x[2] + 0.3 * normal(rng) }
})

type Source = (t: number) => { readonly x: readonly number[]; readonly y: number }
const plain: Source = (t) => stream[t]

/** Rounds `from`…`to` with marks, late outcomes and skipped ones on the way. */
function learn(learner: AggregateLearner, from: number, to: number, at: Source = plain): AggregateLearner {
  for (let t = from; t < to; t++) {
    const { x, y } = at(t)
    if (t % 200 === 100) learner.mark(`round ${t}`)
    if (t % 3 === 0) learner.predict(x, { id: t % 2 ? t : `${t}` })
    else learner.learn(x, y)
    const due = t - 120
    if (due >= 0 && due % 3 === 0) {
      const id = due % 2 ? due : `${due}`
      if (due % 9 === 0) learner.skip(id)
      else learner.learn({ id, y: at(due).y })
    }
  }
  return learner
}

const rules: Record<string, Rule> = {
  svb: svb({ scale: [0.01, 0.1] }),
  'svb, full covariance': svbFull({ learningRate: [0.01, 0.1] }),
  sva: sva({ scale: [0.1, 1] }),
  oga: oga({ scale: [0.1, 1] }),
  ogd: ogd({ scale: [0.1, 1] }),
  ngvi: ngvi({ learningRate: [0.01, 0.1] }),
  conjugate: conjugate({ forgetting: [1, 0.98] }),
  'hand-written': panelOf([
    {
      init: () => ({ last: 0 }),
      predict: (state) => (state as { last: number }).last,
      update(state, _x, y) {
        ;(state as { last: number }).last = y
      },
    },
    { init: () => null, predict: () => ({ mean: 0, variance: 1, noise: 1 }), update() {} },
  ]),
}
/** Rules whose rounds cost more: with one meta-learner each. */
const costly: Record<string, Rule> = {
  'gp, windowed': gp({ inverseBandwidth: [0.5, 1], noise: 1, window: 30 }),
  'gp, all data': gp({ inverseBandwidth: 0.5, noise: 1 }),
  knn: baselines.knn({ window: 40 }),
  'hoeffding tree': baselines.hoeffdingTree({ gracePeriod: 20 }),
  'hoeffding adaptive tree': baselines.hoeffdingAdaptiveTree({ gracePeriod: 20 }),
  'adaptive random forest': baselines.adaptiveRandomForest({ learners: 2, gracePeriod: 20 }),
  'linear regression': baselines.linearRegression({ learningRate: [0.01, 0.02] }),
  'bagged linear regression': baselines.onlineBagging(baselines.linearRegression({ learningRate: 0.01 }), {
    learners: 3,
  }),
  'mondrian forest': baselines.mondrianForest({ learners: 2, maxNodes: 32 }),
  'boosted trees': boostedTrees({ window: 100, every: 40, trees: 5 }),
  external: external({ columns: 3 }),
}
const thresholds: Record<string, Rule> = {
  'bayes-aci': bayesAci({ learningRate: [0.01, 0.1], spread: [0.5, 1] }),
  aci: aci({ learningRate: [0.01, 0.1] }),
  'sf-ogd': sfOgd({ learningRate: [0.1, 1] }),
  saocp: saocp({ largestScore: 5 }),
  pid: pid(),
  decaying: decaying({ learningRate: [0.1, 1] }),
  betting: betting(),
  universal: universal(),
  eci: eci(),
  cop: cop({ window: 20 }),
}
const { share: _, ...uncertified } = fixedShare({ rate: 0.1, share: 0.01 })
const metas: Record<string, MetaLearner> = {
  ewa: ewa({ rate: 0.5 }),
  'fixed share': fixedShare({ rate: 0.2, share: 0.01 }),
  'falling share': fixedShare({ rate: horizonRate({ interval: 100 }), share: (t) => 1 / (t + 1) }),
  rolling: fixedShare({ rate: rollingRate(), share: 1e-3 }),
  'rolling as DtACI': fixedShare({
    rate: rollingRate({ window: 50, start: 2.72, numerator: 'dtaci', moment: 'squared-mean' }),
  }),
  'without certificate': uncertified,
  boa: boa(),
  'boa, doubling': boa({ form: 'doubling' }),
  calibrated: calibrated(),
  'follow the leader': followTheLeader(),
  mlewa: mlewa(),
  mlpol: mlpol(),
  mlprod: mlprod(),
  'simplex ogd': simplexOgd(),
  'variable share': variableShare(),
  AdaHedge: adaHedge(),
  Squint: squint(),
  AdaNormalHedge: adaNormalHedge(),
  'mixing past posteriors': mixingPast(),
  'soft-Bayes': softBayes(),
  'exponentiated gradient': exponentiatedGradient(),
  CBCE: cbce(),
}
/** Every rule with every meta-learner, in an order in which the first quarter has each of both. */
const pairs = [0, 1, 2, 3].flatMap((step) =>
  Object.keys(rules).flatMap((rule, i) =>
    Object.keys(metas).flatMap((meta, j) => ((i + j) % 4 === step ? [[rule, meta] as const] : [])),
  ),
)
const base = { loss: squared, dimension: 3, horizon: ROUNDS, history: 20, openRounds: 100 }

function expectResumed(options: AggregateOptions, at: Source = plain): void {
  const first = learn(aggregate(options), 0, SAVED, at)
  const bytes = learn(aggregate(options).restore(first.save()), SAVED, ROUNDS, at)
  const json = learn(aggregate(options).restore(first.save('json')), SAVED, ROUNDS, at)
  const whole = learn(first, SAVED, ROUNDS, at)
  expect(same(bytes.save(), whole.save())).toBe(true)
  expect(json.save('json')).toBe(whole.save('json'))
  expect(whole.lateness.open + whole.lateness.expired).toBeGreaterThan(0)
}

describe('a save and a restore on the way change no bit, open rounds and marks included', () => {
  it.each(full(pairs, pairs.length / 4))('%s, %s', (rule, meta) => {
    expectResumed({ ...base, experts: rules[rule], meta: metas[meta] })
  })
  for (const [rule, experts] of Object.entries(costly)) {
    it(rule, () => {
      expectResumed({ ...base, experts, meta: metas.rolling })
    })
  }
  for (const [rule, experts] of Object.entries(thresholds)) {
    it(`${rule}, without features`, () => {
      expectResumed({ ...base, experts, loss: pinball(0.9), dimension: 0 }, (t) => ({
        x: [],
        y: Math.abs(stream[t].y),
      }))
    })
  }

  it('several panels, annealed log-density, a prior', () => {
    const options: AggregateOptions = {
      experts: [svb({ scale: [0.01, 0.1], noise: [0.3, 1] }), conjugate({ noise: 0.3 })],
      loss: logDensity,
      score: annealed,
      meta: fixedShare({ share: 0.01 }),
      prior: [1, 2, 3, 4, 5],
    }
    const whole = learn(aggregate(options), 0, ROUNDS)
    const resumed = learn(
      aggregate(options).restore(learn(aggregate(options), 0, SAVED).save()),
      SAVED,
      ROUNDS,
    )
    expect(same(resumed.save(), whole.save())).toBe(true)
  })

  it('a clone is a save and a restore: both go on alike, and apart', () => {
    const learner = learn(aggregate({ ...base, experts: rules.svb }), 0, SAVED)
    const before = learner.save()
    const clone = learn(learner.clone(), SAVED, ROUNDS)
    expect(same(learner.save(), before)).toBe(true)
    expect(same(learn(learner, SAVED, ROUNDS).save(), clone.save())).toBe(true)
  })
})

/** A learner small enough to break each byte of its save in turn. */
function small(): AggregateLearner {
  const learner = aggregate({ experts: ogd({ learningRate: [0.1, 0.2] }), loss: squared, openRounds: 2 })
  learner.learn([1], 0.5)
  learner.predict([2], { id: 'a' })
  learner.mark('m')
  learner.learn([1], 1)
  return learner
}

/** Whether a damaged save was restored; it may be only if what came back is what had been saved. */
function restored(target: AggregateLearner, damaged: Uint8Array | string, original: Uint8Array): boolean {
  try {
    target.restore(damaged)
  } catch (error) {
    if (['bad-save', 'other-save', 'save-version'].includes(codeOf(error))) return false
    throw error
  }
  if (!same(target.save(), original)) throw new Error('a damaged save was restored silently')
  return true
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

describe('a damaged save is never restored silently, and changes nothing', () => {
  const bytes = small().save()
  const json = small().save('json')
  const target = small()
  target.learn([3], -1)
  const before = target.save()
  afterEach(() => {
    expect(same(target.save(), before)).toBe(true)
  })

  it('any byte flipped', () => {
    for (let i = 0; i < bytes.length; i++) {
      for (const flip of [1 << (i % 8), 255]) {
        const damaged = bytes.slice()
        damaged[i] ^= flip
        if (restored(target, damaged, bytes)) throw new Error(`byte ${i} xor ${flip} was accepted`)
      }
    }
  })

  it('any length cut off, or something appended', () => {
    for (let length = 0; length < bytes.length; length++) {
      if (restored(target, bytes.slice(0, length), bytes)) throw new Error(`${length} bytes were accepted`)
    }
    for (const tail of [[0], [255], [0, 0, 0, 0], Array.from(bytes)]) {
      expect(restored(target, Uint8Array.from([...bytes, ...tail]), bytes)).toBe(false)
    }
  })

  it('any character of JSON replaced, dropped, or all that follow it cut off', () => {
    for (let i = 0; i < json.length; i++) {
      const [head, tail] = [json.slice(0, i), json.slice(i + 1)]
      for (const damaged of [head + (json[i] === '7' ? '8' : '7') + tail, head + tail, head]) {
        if (restored(target, damaged, bytes)) throw new Error(`damage at ${i} was accepted`)
      }
    }
    for (const tail of [' ', '\n', '}', 'x', json]) expect(restored(target, json + tail, bytes)).toBe(false)
  })

  it('random damage to a large one', () => {
    const options: AggregateOptions = { ...base, experts: rules.conjugate }
    const large = learn(aggregate(options), 0, 400)
    const saved = large.save()
    expect(saved.length).toBeGreaterThan(20_000)
    const random = seededRng(9)
    for (let run = 0; run < 300; run++) {
      const damaged = saved.slice()
      for (let i = integerBelow(random, 4) + 1; i > 0; i--) {
        damaged[integerBelow(random, damaged.length)] ^= 1 + integerBelow(random, 255)
      }
      if (!same(damaged, saved)) expect(() => aggregate(options).restore(damaged)).toThrow(/save|bytes/)
    }
  })

  it('nothing, noise, and text that is no save', () => {
    for (const junk of [new Uint8Array(0), new Uint8Array(100), Uint8Array.from([1, 2, 3])]) {
      expect(() => target.restore(junk)).toThrow('these bytes are not a save of a learner')
    }
    for (const junk of ['', '{}', 'null', '[]', '{"credence":2}']) {
      expect(() => target.restore(junk)).toThrow('this text is not a save of a learner')
    }
  })
})

describe('a save is restored only by its like', () => {
  const options: AggregateOptions = { experts: svb({ scale: [0.1, 1] }), loss: squared, horizon: 9 }
  const saved = aggregate({ ...options, dimension: 2 }).save()

  const others: [string, AggregateOptions, string][] = [
    [
      'another rule with the same settings',
      { ...options, experts: oga({ scale: [0.1, 1] }) },
      'experts[0].kind is "oga" here and "svb"',
    ],
    [
      'a rule in a box',
      { ...options, experts: svb({ scale: [0.1, 1], box: { mean: [0, 1] } }) },
      'experts[0].box',
    ],
    [
      'other settings',
      { ...options, experts: svb({ scale: [0.1, 2] }) },
      'experts[0].experts[1].scale is 2 here and 1',
    ],
    [
      'fewer experts',
      { ...options, experts: svb({ scale: 0.1 }) },
      'the number of experts[0].experts is 1 here and 2',
    ],
    ['another loss', { ...options, loss: pinball(0.9) }, 'loss is "pinball(0.9)" here and "squared"'],
    ['another score', { ...options, score: point }, 'score is "point" here and "mean"'],
    [
      'another meta-learner',
      { ...options, meta: fixedShare({ share: 0.1 }) },
      'meta.share is 0.1 here and 0',
    ],
    ['another rate', { ...options, meta: fixedShare({ rate: rollingRate() }) }, 'meta.rate'],
    ['another prior', { ...options, prior: [1, 2] }, 'prior'],
    ['another horizon', { ...options, horizon: 10 }, 'horizon is 10 here and 9'],
    ['another seed', { ...options, seed: 7 }, 'seed is 7 here and 0'],
    ['another dimension', { ...options, dimension: 3 }, 'dimension is 3 here and 2'],
  ]
  it.each(others)('not by a learner with %s', (_name, other, message) => {
    const learner = aggregate({ dimension: 2, ...other })
    const before = learner.save()
    expect(() => learner.restore(saved)).toThrow(`the save is of another learner: ${message}`)
    expect(learner.save()).toEqual(before)
  })

  it('by one that has seen no x yet', () => {
    expect(aggregate(options).restore(saved).save()).toEqual(saved)
  })

  it('of this version: a newer or an older one is named', () => {
    const older = saved.slice()
    older[4] = 1
    expect(() => aggregate(options).restore(older)).toThrow(/version 1, .*: an older program wrote it/)
    const newer = saved.slice()
    newer[4] = 9
    expect(() => aggregate(options).restore(newer)).toThrow(
      'the save has version 9, and this program reads version 4: a newer program wrote it',
    )
    const json = aggregate(options).restore(saved).save('json').replace('{"credence":4', '{"credence":12')
    expect(() => aggregate(options).restore(json)).toThrow(/version 12.*newer/)
  })

  it('also from a file, as Node reads it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'credence-'))
    try {
      const file = join(folder, 'learner')
      writeFileSync(file, saved)
      const read = await readFile(file)
      expect(aggregate(options).restore(read).save()).toEqual(saved)
      expect(new Uint8Array(read)).toEqual(saved)
      const pooled = Buffer.from(saved)
      expect(aggregate(options).restore(pooled).save()).toEqual(saved)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('plain data', () => {
  const data = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.double(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom<unknown>(null, true, false, -0, 5e-324, Number.MAX_VALUE, '\uFEFFid', '$number', ''),
      fc.float64Array(),
      fc.uint32Array(),
      fc.int8Array(),
      fc.float32Array(),
      fc.array(tie('value')),
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('$number', '$f64', '$$f64', '__proto__')),
        tie('value'),
        {
          noNullPrototype: true,
        },
      ),
    ),
  })).value

  it('comes back from bytes and from JSON exactly, whatever its names', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(decode(encode(value))).toEqual(value)
        const back = decodeJson(encodeJson(value))
        expect(back).toEqual(value)
        expect(encode(back)).toEqual(encode(value))
      }),
      { numRuns: 300 },
    )
  })

  it('is the same bytes whatever the bits of a NaN', () => {
    const odd = new Float64Array(Uint32Array.of(1, 0xfff80000, 0, 0x3ff00000).buffer)
    expect(encode([odd, odd[0]])).toEqual(encode([Float64Array.of(Number.NaN, 1), Number.NaN]))
  })

  it('is all that can be saved, in either form', () => {
    for (const value of [undefined, () => 1, new Map(), new Date(0), 1n, Symbol('s')]) {
      expect(() => encode({ value })).toThrow(/plain data/)
      expect(() => encodeJson({ value })).toThrow(/plain data/)
    }
    expect(() => encode(new BigInt64Array(1))).toThrow(/cannot be saved/)
    expect(() => encodeJson(new BigInt64Array(1))).toThrow(/cannot be saved/)
  })
})

import { describe, expect, it } from 'vitest'
import * as credence from '../src/doors/index.ts'
import { mlewa, simplexOgd } from '../src/doors/meta.ts'
import { bestConvex, bestExpert, bestLinear, bestSequence } from '../src/doors/oracles.ts'
import { columns, fixture, gap } from './fixtures.ts'

/** Traces of the R package opera; see fixtures/opera/README.md. */

const TOLERANCE = 1e-9

/** One trace of the manifest. */
type Trace = Readonly<Record<string, string>>

function table(path: string): Trace[] {
  const [head, ...lines] = fixture(path).trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

/** The rounds of a stream: x holds the forecasts, then the activations where there are any. */
function streamOf(name: string): { xs: number[][]; ys: number[]; size: number; awake: boolean } {
  const { rows } = columns(fixture(`opera/inputs/${name}.csv`))
  const awake = name === 'sleepy'
  const activations = awake ? columns(fixture(`opera/inputs/${name}_awake.csv`)).rows : []
  return {
    xs: rows.map((row, t) => [...row.slice(2), ...(awake ? activations[t].slice(1) : [])]),
    ys: rows.map((row) => row[1]),
    size: rows[0].length - 2,
    awake,
  }
}

function lossOf({ loss, tau }: Trace): credence.Loss {
  if (loss === 'square') return credence.squared
  return loss === 'absolute' ? credence.absolute : credence.pinball(Number(tau))
}

function metaOf({ model, opera, eta, alpha }: Trace): credence.MetaLearner {
  const rate = Number(eta)
  switch (model) {
    case 'EWA':
      return credence.ewa({ rate })
    case 'FS':
      return credence.fixedShare({ rate, share: Number(alpha) })
    case 'BOA':
      return credence.boa({ form: opera === '1.2.0' ? 'doubling' : 'second-order' })
    case 'MLpol':
      return credence.mlpol()
    case 'MLprod':
      return credence.mlprod()
    case 'MLewa':
      return mlewa()
    case 'OGD':
      return simplexOgd({ decay: Number(alpha) })
    default:
      throw new Error(`no rule for ${model}`)
  }
}

function learnerOf(trace: Trace, size: number, awake: boolean): credence.AggregateLearner {
  if (trace.model === 'Ridge') {
    const experts = credence.conjugate({ priorVariance: 1 / Number(trace.lambda), priorMean: 1 / size })
    return credence.aggregate({ experts, loss: credence.squared })
  }
  return credence.aggregate({
    experts: credence.external({ columns: size, awake }),
    loss: lossOf(trace),
    score: trace.gradient === 'TRUE' ? credence.gradient : credence.point,
    meta: metaOf(trace),
    ...(trace.prior === 'uniform' ? {} : { prior: trace.prior.split(' ').map(Number) }),
  })
}

/** The stored weights of a trace by round; `next` is the round after the last. */
function storedWeights(suffix: string, stream: string): Map<string, Map<string, number[]>> {
  const traces = new Map<string, Map<string, number[]>>()
  for (const line of fixture(`opera/weights/${stream}${suffix}.csv`).trim().split('\n').slice(1)) {
    const [trace, t, ...weights] = line.split(',')
    if (!traces.has(trace)) traces.set(trace, new Map())
    traces.get(trace)?.set(t, weights.map(Number))
  }
  return traces
}

const isCalibrated = ({ note }: Trace): boolean => note.includes('chosen online')

describe.each(['', '-boa120'])('the traces of opera%s', (suffix) => {
  const traces = table(`opera/manifest${suffix}.csv`).filter((trace) => !isCalibrated(trace))
  describe.each(['steady', 'shift', 'sleepy'])('on the stream %s', (stream) => {
    const { xs, ys, size, awake } = streamOf(stream)
    const predictions = columns(fixture(`opera/predictions/${stream}${suffix}.csv`))
    const weights = storedWeights(suffix, stream)
    const ours = traces.filter((trace) => trace.stream === stream)

    it.each(ours.map((trace) => [trace.trace, trace] as const))('%s', (name, trace) => {
      const learner = learnerOf(trace, size, awake)
      const expected = predictions.column(name.slice(stream.length + 1))
      const stored = weights.get(name) ?? new Map<string, number[]>()
      let worst = 0
      let checked = 0
      let total = 0
      const compare = (actual: Float64Array, row: readonly number[] | undefined): void => {
        if (!row) return
        checked++
        row.forEach((weight, k) => {
          worst = Math.max(worst, gap(actual[k], weight))
        })
      }
      ys.forEach((y, t) => {
        const row = stored.get(String(t + 1))
        if (row && trace.model === 'Ridge') compare(coefficients(learner, size), row)
        const round = learner.learn(xs[t], y)
        worst = Math.max(worst, gap(round.mean, expected[t]))
        total += round.pointLoss
        if (trace.model !== 'Ridge') compare(round.weights, row)
      })
      const next =
        trace.model === 'Ridge'
          ? coefficients(learner, size)
          : nextWeights(learner, trace, xs[xs.length - 1], size)
      compare(next, stored.get('next'))
      expect(expected).toHaveLength(ys.length)
      expect(checked).toBe(stored.size)
      expect(worst).toBeLessThan(TOLERANCE)
      expect(gap(total / ys.length, Number(trace.mean_loss))).toBeLessThan(TOLERANCE)
    })
  })
})

/** What a linear learner answers to each unit vector: its coefficients. */
function coefficients(learner: credence.AggregateLearner, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, k) => {
    const unit = new Float64Array(size)
    unit[k] = 1
    return learner.predict(unit).mean
  })
}

/** The coming weights, where opera's MLewa gives none to who slept in the very last round. */
function nextWeights(
  learner: credence.AggregateLearner,
  { model }: Trace,
  last: readonly number[],
  size: number,
): Float64Array {
  const weights = learner.weights
  if (model !== 'MLewa' || last.length === size) return weights
  const kept = weights.map((weight, k) => (last[size + k] > 0 ? weight : 0))
  const total = kept.reduce((sum, weight) => sum + weight, 0)
  return kept.map((weight) => weight / total)
}

describe('the oracles of opera', () => {
  const rows = table('opera/oracles.csv').map(
    (row) => [`${row.stream} ${row.oracle} ${row.loss}`, row] as const,
  )
  it.each(rows)('%s', (_name, row) => {
    const { xs, ys, size } = streamOf(row.stream)
    const loss = lossOf({ ...row, tau: '0.9' })
    const hindsight = { forecasts: xs.map((x) => x.slice(0, size)), outcomes: ys, loss }
    const [kind, switches] = row.oracle.split('-')
    const find = { expert: bestExpert, convex: bestConvex, linear: bestLinear }[kind]
    const found = find?.(hindsight) ?? bestSequence({ ...hindsight, switches: Number(switches) })
    expect(gap(found.meanLoss, Number(row.value))).toBeLessThan(TOLERANCE)
    if (!('coefficients' in found)) return
    row.coefficients.split(' ').forEach((coefficient, k) => {
      expect(gap(found.coefficients[k], Number(coefficient))).toBeLessThan(TOLERANCE)
    })
  })
})

describe('calibrated, whose rule opera leaves open', () => {
  it.each([
    ['steady', 'EWAcal', 0.99],
    ['shift', 'EWAcal', 0.95],
    ['sleepy', 'EWAcal', 0.8],
    ['steady', 'FScal', 0],
    ['shift', 'FScal', 0],
    ['sleepy', 'FScal', 0],
  ] as const)(
    'on %s loses what %s of opera does, to 4 %%, and forecasts alike in %d of rounds',
    (stream, rule, share) => {
      const { xs, ys, size, awake } = streamOf(stream)
      const expected = columns(fixture(`opera/predictions/${stream}.csv`)).column(`${rule}-square-grad`)
      const learner = credence.aggregate({
        experts: credence.external({ columns: size, awake }),
        loss: credence.squared,
        score: credence.gradient,
        meta: credence.calibrated(rule === 'FScal' ? { share: [1e-4, 1e-3, 1e-2, 1e-1] } : {}),
      })
      let ours = 0
      let theirs = 0
      let alike = 0
      ys.forEach((y, t) => {
        const round = learner.learn(xs[t], y)
        ours += round.pointLoss
        theirs += (y - expected[t]) ** 2
        if (gap(round.mean, expected[t]) < TOLERANCE) alike++
      })
      expect(Math.abs(ours / theirs - 1)).toBeLessThan(0.04)
      expect(alike / ys.length).toBeGreaterThan(share)
    },
  )
})

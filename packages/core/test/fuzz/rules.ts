import * as baselines from '../../src/doors/baselines.ts'
import * as panels from '../../src/doors/panels.ts'
import { drawMeta, drawPlain, SCORES } from './catalogue.ts'
import type { Dice } from './dice.ts'
import { declaredIn } from './doorParts.ts'
import { drawOptions } from './options.ts'
import type { Call, Spec } from './spec.ts'

const DECLARED = { ...declaredIn(panels), ...declaredIn(baselines) }

/** What is known where a rule is drawn: the length of x, and the loss of the aggregate around it. */
export interface Place {
  readonly dimension: number
  readonly loss: Call
}

type Draw = (dice: Dice, place: Place, inner: () => Call) => readonly Spec[]

/** Rules around other rules: their arguments. */
const DECORATORS: Readonly<Record<string, Draw>> = {
  intercept: (_dice, _place, inner) => [inner()],
  corrected: (_dice, _place, inner) => [inner()],
  renewed: (_dice, _place, inner) => [inner()],
  perFeature: (_dice, _place, inner) => [inner()],
  residuals: (_dice, _place, inner) => [inner(), inner()],
  logScale: (dice, _place, inner) => [inner(), drawOptions(dice, DECLARED.logScale)],
  products: (dice, _place, inner) => [inner(), drawOptions(dice, DECLARED.products)],
  link: (dice, _place, inner) => [inner(), drawOptions(dice, DECLARED.link)],
  onlineBagging: (dice, _place, inner) => [
    inner(),
    { ...drawOptions(dice, DECLARED.onlineBagging), learners: 2 },
  ],
  learntNoise: (dice, _place, inner) => [
    inner(),
    drawOptions(dice, DECLARED.learntNoise),
    dice.chance(0.5) ? [] : [inner()],
  ],
  pooled: (dice, { loss }, inner) => [
    Array.from({ length: dice.between(1, 2) }, inner),
    {
      weighings: Array.from({ length: dice.between(1, 2) }, () => ({
        loss,
        score: { call: dice.pick(SCORES) },
        metas: Array.from({ length: dice.between(1, 2) }, () => drawMeta(dice)),
      })),
      stacked: dice.chance(0.5),
    },
  ],
  growing: (dice) => [
    { parameter: 'setting', body: dice.pick(GROWN) },
    {
      ...drawOptions(dice, DECLARED.growing, ['axis']),
      start: dice.pick([0.01, 1, 5]),
      keep: dice.pick([3, 20]),
    },
  ],
}

const setting = { variable: 'setting' }
/** Rules at a setting that a growing grid looks for. */
const GROWN: readonly Call[] = [
  { call: 'svb', args: [{ scale: setting }] },
  { call: 'ogd', args: [{ learningRate: setting }] },
  { call: 'conjugate', args: [{ noise: setting }] },
  { call: 'gp', args: [{ noise: 0.3, window: 5, inverseBandwidth: setting }] },
]

/** Experts for x of this length; external ones read x itself. */
export function drawRule(dice: Dice, place: Place, depth = 0): Call {
  const roll = dice.uniform()
  if (depth === 0 && roll < 0.08) return drawExternal(dice, place.dimension)
  if (depth > 2 || roll < 0.5) return drawPlain(dice, place.dimension)
  const name = dice.pick(Object.keys(DECORATORS))
  return { call: name, args: DECORATORS[name](dice, place, () => drawRule(dice, place, depth + 1)) }
}

function drawExternal(dice: Dice, dimension: number): Call {
  const awake = dimension % 2 === 0 && dice.chance(0.3)
  const columns = awake ? dimension / 2 : dimension
  const options: Record<string, Spec> = { columns }
  if (columns % 2 === 0 && dice.chance(0.5)) {
    options.gives = dice.chance(0.5) ? 'mean-variance' : { quantiles: [0.1, 0.9] }
  }
  // One activation per expert: with two numbers each there are half as many.
  if (awake && options.gives === undefined) options.awake = true
  else if (awake) return { call: 'external', args: [{ columns: dimension }] }
  if (dice.chance(0.3)) options.noise = dice.pick([0.1, 1, 7])
  if (dice.chance(0.3)) options.silent = { mean: 0, variance: 1 }
  return { call: 'external', args: [options] }
}

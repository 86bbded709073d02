import { ADAPTIVE_RANDOM_FOREST } from '../../src/baselines/adaptiveRandomForest.ts'
import { HOEFFDING_ADAPTIVE_TREE } from '../../src/baselines/hoeffdingAdaptiveTree.ts'
import { HOEFFDING_TREE } from '../../src/baselines/hoeffdingTree.ts'
import { KNN } from '../../src/baselines/knn.ts'
import { LINEAR_REGRESSION } from '../../src/baselines/linearRegression.ts'
import { MONDRIAN_FOREST } from '../../src/baselines/mondrianForest.ts'
import { ONLINE_BAGGING } from '../../src/baselines/onlineBagging.ts'
import { GP } from '../../src/gp/gp.ts'
import { BOA } from '../../src/meta/boa.ts'
import { CALIBRATED } from '../../src/meta/calibrated.ts'
import { EWA } from '../../src/meta/ewa.ts'
import { FIXED_SHARE } from '../../src/meta/fixedShare.ts'
import { MLPOL } from '../../src/meta/mlpol.ts'
import { MLPROD } from '../../src/meta/mlprod.ts'
import { SIMPLEX_OGD } from '../../src/meta/simplexOgd.ts'
import { VARIABLE_SHARE } from '../../src/meta/variableShare.ts'
import type { AnyOptions } from '../../src/options.ts'
import { CONJUGATE } from '../../src/panels/conjugate.ts'
import { NGVI } from '../../src/panels/ngvi.ts'
import { OGA } from '../../src/panels/oga.ts'
import { OGD } from '../../src/panels/ogd.ts'
import { SVA } from '../../src/panels/sva.ts'
import { SVB } from '../../src/panels/svb.ts'
import { SVB_FULL } from '../../src/panels/svbFull.ts'
import type { Dice } from './dice.ts'
import { drawOptions } from './options.ts'
import type { Call, Spec } from './spec.ts'

const any = (declared: unknown): AnyOptions => declared as AnyOptions

const LINEAR = { ogd: OGD, oga: OGA, sva: SVA, svb: SVB, svbFull: SVB_FULL, ngvi: NGVI, conjugate: CONJUGATE }
const BASELINES = {
  adaptiveRandomForest: ADAPTIVE_RANDOM_FOREST,
  hoeffdingAdaptiveTree: HOEFFDING_ADAPTIVE_TREE,
  hoeffdingTree: HOEFFDING_TREE,
  knn: KNN,
  linearRegression: LINEAR_REGRESSION,
  mondrianForest: MONDRIAN_FOREST,
}
const RULES = { ...LINEAR, ...BASELINES, gp: GP }
const METAS = {
  fixedShare: FIXED_SHARE,
  variableShare: VARIABLE_SHARE,
  ewa: EWA,
  boa: BOA,
  mlpol: MLPOL,
  mlprod: MLPROD,
  calibrated: CALIBRATED,
  simplexOgd: SIMPLEX_OGD,
}
const RATES = ['horizonRate', 'rollingRate']
const RATE_NAMES = ['scale', 'learningRate']

/** The kinds of things that a program can be made of. */
export const LOSSES = ['squared', 'logDensity', 'hinge', 'logistic', 'absolute', 'pinball']
export const SCORES = ['mean', 'annealed', 'point', 'gradient']
export const RULE_NAMES: readonly string[] = [...Object.keys(RULES), 'onlineBagging', 'external']
export const META_NAMES: readonly string[] = [...Object.keys(METAS), 'mlewa', 'followTheLeader']

export function drawLoss(dice: Dice): Call {
  const name = dice.pick(LOSSES)
  return name === 'pinball' ? { call: name, args: [dice.pick([0.1, 0.5, 0.95])] } : { call: name }
}

export function drawMeta(dice: Dice): Call {
  const name = dice.pick(META_NAMES)
  const declared = METAS[name as keyof typeof METAS]
  if (!declared) return { call: name, args: [] }
  const options = drawOptions(dice, any(declared), ['rate']) as Record<string, Spec>
  if (name !== 'calibrated' && 'rate' in declared.declared && dice.chance(0.6)) {
    options.rate = dice.chance(0.3) ? { call: dice.pick(RATES), args: [{}] } : dice.pick([0.1, 1, 3, 50])
  }
  return { call: name, args: [options] }
}

/** Experts for x of this length; external ones read x itself. */
export function drawRule(dice: Dice, dimension: number): Call {
  const name = dice.pick(RULE_NAMES)
  if (name === 'external') return drawExternal(dice, dimension)
  if (name === 'onlineBagging') {
    const inner = dice.pick(Object.keys(RULES))
    const options = drawOptions(dice, any(ONLINE_BAGGING)) as Record<string, Spec>
    return { call: name, args: [drawPlain(dice, inner), { ...options, learners: 2 }] }
  }
  return drawPlain(dice, name)
}

function drawPlain(dice: Dice, name: string): Call {
  const declared = any(RULES[name as keyof typeof RULES])
  const options = drawOptions(dice, declared, ['priorMean', 'scales', ...RATE_NAMES]) as Record<string, Spec>
  const rates = RATE_NAMES.filter((rate) => rate in declared.declared)
  // Either may be given, and not both.
  if (rates.length > 0)
    options[dice.pick(rates)] = dice.chance(0.5) ? [0.01, 0.4] : dice.pick([0.01, 0.1, 1, 30])
  if (name === 'gp' && dice.chance(0.8)) options.window = dice.pick([1, 3, 8, 20])
  return { call: name, args: [options] }
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

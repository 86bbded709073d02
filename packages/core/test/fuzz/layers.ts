import { AUTO } from '../../src/auto/index.ts'
import type { AnyOptions } from '../../src/base/options.ts'
import * as autoDoor from '../../src/doors/auto.ts'
import * as conformalDoor from '../../src/doors/conformal.ts'
import { PATHS } from '../../src/paths/paths.ts'
import type { Dice } from './dice.ts'
import { declaredIn } from './doorParts.ts'
import { drawOptions } from './options.ts'
import type { Call, Spec } from './spec.ts'

/** One or two layers around an aggregate. @param labels whether it forecasts labels */
export function drawLayers(dice: Dice, inner: Call, dimension: number, labels: boolean): Call {
  const first = drawLayer(dice, inner, dimension, labels)
  // The rounds of `ahead` may be null, which `prepared` does not take.
  const again = first.call !== 'withIntervals' && first.call !== 'withLabels' && dice.chance(0.3)
  return again ? drawLayer(dice, first, dimension, labels, first.call === 'ahead') : first
}

function drawLayer(dice: Dice, inner: Call, dimension: number, labels: boolean, late = false): Call {
  const name = dice.pick([
    labels ? 'withLabels' : 'withIntervals',
    late ? 'live' : 'prepared',
    'ahead',
    'live',
  ])
  if (name === 'live') return { call: name, args: [inner] }
  if (name === 'ahead') return { call: name, args: [inner, dice.pick([1, 2, 5])] }
  if (name === 'prepared') return { call: name, args: [inner, drawPreparation(dice, dimension, labels)] }
  const options: Record<string, Spec> = { coverage: dice.pick([0.9, 0.5, [0.5, 0.95]]) }
  if (dice.chance(0.3)) options.period = dice.pick([1, 3, [2, 5]])
  if (dice.chance(0.3)) options.diagnostics = dice.chance(0.5)
  if (dice.chance(0.3)) options.alerts = {}
  if (dice.chance(0.3)) options.window = dice.pick([1, 7])
  if (!labels && dice.chance(0.3)) options.law = dice.chance(0.5)
  return { call: name, args: [inner, options] }
}

function drawPreparation(dice: Dice, dimension: number, labels: boolean): Spec {
  const fill = (value: number): number[] => new Array<number>(dimension).fill(value)
  const features: readonly Call[] = [
    { call: 'standardize', args: [{ dimension }] },
    { call: 'asIs', args: [{ dimension }] },
    { call: 'standardizeFile', args: [{ mean: fill(0.5), sd: fill(2) }] },
    { call: 'minmaxFile', args: [{ min: fill(-1), max: fill(1) }] },
  ]
  const targets: readonly Call[] = [
    { call: 'standardizeTarget', args: [] },
    { call: 'fixedTarget', args: [dice.normal(), dice.pick([0.1, 1, 1e5])] },
  ]
  const options: Record<string, Spec> = { features: dice.pick(features) }
  if (!labels && dice.chance(0.7)) options.target = dice.pick(targets)
  return options
}

/** One model and many streams. */
export function drawKeyed(dice: Dice, inner: Call): Call {
  const options: Record<string, Spec> = {}
  if (dice.chance(0.7)) options.capacity = dice.pick([1, 2])
  if (dice.chance(0.3)) options.openRounds = dice.pick([1, 3])
  return { call: 'keyed', args: [inner, options] }
}

export function drawHorizons(dice: Dice): Call {
  const options = drawOptions(dice, declaredIn(conformalDoor).horizons, ['openOrigins'])
  return {
    call: 'horizons',
    args: [{ ...options, steps: dice.between(1, 4), openOrigins: dice.between(1, 9) }],
  }
}

export function drawFleet(dice: Dice): Call {
  return { call: 'fleet', args: [drawOptions(dice, declaredIn(conformalDoor).fleet)] }
}

/** Paths, alone or of several keys that learn from each other. */
export function drawPathLearner(dice: Dice, name: 'paths' | 'crowd'): Call {
  return { call: name, args: [pathOptions(dice, dice.pick([0, 0, 1, 2]))] }
}

export function drawPathsAround(dice: Dice, inner: Call): Call {
  return { call: 'pathsAround', args: [inner, pathOptions(dice, 0)] }
}

function pathOptions(dice: Dice, known: number): Record<string, Spec> {
  const options = drawOptions(dice, PATHS as unknown as AnyOptions, ['steps', 'seasons', 'known', 'year'])
  if (dice.chance(0.5)) options.seasons = dice.pick([[2], [3, 12], [7], [500]])
  if (dice.chance(0.2)) options.year = dice.pick([12, 52.18, 365.25])
  if (known > 0) options.known = known
  return { ...options, steps: dice.pick([1, 2, 5, 12]) }
}

export function drawQuantiles(dice: Dice, call: 'quantiles' | 'quantileModel'): Call {
  const levels = dice.pick([[0.5], [0.1, 0.5, 0.9], [0.001, 0.02, 0.999], [0.05, 0.0500001, 0.6]])
  return { call, args: [dice.chance(0.3) ? {} : { levels }] }
}

/** Experts on classes, mixed: as numbers of x, or around rows of cells. */
export function drawClassMixture(dice: Dice, dimension: number, ofRows: boolean): Call {
  const experts = Array.from({ length: dice.between(1, 3) }, () => drawClassRule(dice))
  const mixture: Call = { call: 'classMixture', args: [experts, ofRows ? {} : { dimension }] }
  if (!ofRows) return mixture
  const options = drawOptions(dice, autoDoor.GOVERNED as unknown as AnyOptions, ['ahead'])
  const rows: Call = { call: 'classesInEpochs', args: [{ call: 'encoded', args: [mixture] }] }
  return dice.chance(0.5) ? rows : { call: 'governed', args: [rows, options] }
}

const CLASS_RULES = [
  'frequencies',
  'transitions',
  'softmaxRegression',
  'classNormals',
  'classNeighbours',
  'classForest',
] as const

function drawClassRule(dice: Dice): Call {
  if (dice.chance(0.15)) {
    const experts: Call = { call: 'svb', args: [{ scale: dice.pick([0.1, 1]) }] }
    const options = { experts, loss: { call: 'logistic' }, onFailure: 'restart' }
    return { call: 'oneAgainstRest', args: [{ call: 'aggregate', args: [options] }] }
  }
  const name = dice.pick(CLASS_RULES)
  return { call: name, args: [drawOptions(dice, declaredIn(autoDoor)[name])] }
}

export function drawAuto(dice: Dice): Call {
  const options = drawOptions(dice, AUTO as unknown as AnyOptions, ['time', 'ahead'])
  if (dice.chance(0.3)) options.time = dice.pick(['at', null])
  if (dice.chance(0.3)) options.ahead = dice.pick([1, 2, 5])
  return { call: 'auto', args: [options] }
}

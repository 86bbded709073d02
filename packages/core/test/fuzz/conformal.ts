import type { AnyOptions } from '../../src/base/options.ts'
import { CONFORMAL } from '../../src/conformal/conformal.ts'
import * as door from '../../src/doors/conformal.ts'
import { kinds } from '../../src/kinds/kinds.ts'
import { drawDeclared, drawMeta, NOUNS, SCORES } from './catalogue.ts'
import type { Dice } from './dice.ts'
import { constantsIn, declaredIn } from './doorParts.ts'
import { drawOptions } from './options.ts'
import type { Call, Spec } from './spec.ts'

const DECLARED = declaredIn(door)
const METHODS: readonly string[] = kinds.method.map(({ options }) => options.name)
const THRESHOLDS: readonly string[] = kinds.threshold.map(({ options }) => options.name)
const CONFORMITIES: readonly string[] = constantsIn(door, 'sides')

export function drawConformal(dice: Dice, call = 'conformal'): Call {
  const left = ['method', 'conformity', 'warmStart', 'coverage']
  const options = drawOptions(dice, CONFORMAL as unknown as AnyOptions, left, NOUNS)
  options.coverage = dice.pick([0.9, 0.5, 0.99, [0.5, 0.9]])
  if (dice.chance(0.7)) options.method = dice.chance(0.7) ? drawMethod(dice) : drawOwnMethod(dice)
  if (dice.chance(0.5)) options.conformity = { call: dice.pick(CONFORMITIES) }
  if (dice.chance(0.2)) options.warmStart = [0.5, -1, 2]
  return { call, args: [options] }
}

function drawMethod(dice: Dice): Call {
  return drawDeclared(dice, dice.pick(METHODS), DECLARED, ['start'])
}

/** A method made of its parts, as a user would write one. */
function drawOwnMethod(dice: Dice): Spec {
  const name = dice.pick(THRESHOLDS)
  const method: Record<string, Spec> = {
    experts: drawDeclared(dice, name, DECLARED),
    score: { call: dice.pick(SCORES) },
    ends: dice.pick(['together', 'apart']),
    scale: dice.pick(['running', 'none']),
  }
  if (dice.chance(0.5)) method.meta = drawMeta(dice)
  if (dice.chance(0.2)) method.level = { memory: dice.pick([null, 3]), beyond: 'infinite' }
  return method
}

/** A forecast of the kind that the conformity reads, with a group where there are any. */
export function drawForecast(dice: Dice, learner: Call): Spec {
  const options = learner.args?.[0] as { readonly conformity?: Call; readonly groups?: boolean } | undefined
  const forecast = bareForecast(dice, options?.conformity?.call)
  return options?.groups === true ? { forecast, group: dice.pick(['a', 'b', 'c']) } : forecast
}

function bareForecast(dice: Dice, conformity: string | undefined): Spec {
  const value = dice.chance(0.02) ? dice.pick([1e160, -1.7e308, 1e300, 0]) : dice.normal()
  if (conformity === 'normalisedResidual') return { mean: value, scale: dice.pick([1, 0.1, 1e-9, 5]) }
  if (conformity === 'quantileBand') return { lower: value - 1, upper: value + dice.uniform() }
  return conformity === 'givenScore' ? null : value
}

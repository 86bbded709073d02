import { CONFORMAL } from '../../src/conformal/conformal.ts'
import {
  ACI_METHOD,
  AGACI,
  BAYES_DTACI,
  DTACI,
  PID_METHOD,
  SAOCP_METHOD,
  SF_OGD_METHOD,
} from '../../src/conformal/methods/presets.ts'
import type { AnyOptions } from '../../src/options.ts'
import type { Dice } from './dice.ts'
import { drawOptions } from './options.ts'
import type { Call, Spec } from './spec.ts'

const METHODS: Readonly<Record<string, unknown>> = {
  bayesDtaci: BAYES_DTACI,
  dtaci: DTACI,
  aciMethod: ACI_METHOD,
  agaci: AGACI,
  sfOgdMethod: SF_OGD_METHOD,
  saocpMethod: SAOCP_METHOD,
  pidMethod: PID_METHOD,
}

export const METHOD_NAMES: readonly string[] = Object.keys(METHODS)

const CONFORMITIES = [
  'absoluteResidual',
  'signedResidual',
  'normalisedResidual',
  'quantileBand',
  'givenScore',
]

export function drawConformal(dice: Dice): Call {
  const left = ['method', 'conformity', 'warmStart', 'coverage']
  const options = drawOptions(dice, CONFORMAL as unknown as AnyOptions, left) as Record<string, Spec>
  options.coverage = dice.pick([0.9, 0.5, 0.99, [0.5, 0.9]])
  if (dice.chance(0.7)) {
    const name = dice.pick(METHOD_NAMES)
    options.method = { call: name, args: [drawOptions(dice, METHODS[name] as AnyOptions, ['start'])] }
  }
  if (dice.chance(0.5)) options.conformity = { call: dice.pick(CONFORMITIES) }
  if (dice.chance(0.2)) options.warmStart = [0.5, -1, 2]
  return { call: 'conformal', args: [options] }
}

/** A forecast of the kind that the conformity reads, with a group where there are any. */
export function drawForecast(dice: Dice, learner: Call): Spec {
  const options = learner.args?.[0] as { readonly conformity?: Call; readonly groups?: boolean } | undefined
  const forecast = bareForecast(dice, options?.conformity?.call)
  return options?.groups === true ? { forecast, group: dice.pick(['a', 'b']) } : forecast
}

function bareForecast(dice: Dice, conformity: string | undefined): Spec {
  const value = dice.chance(0.02) ? dice.pick([1e160, -1.7e308, 1e300, 0]) : dice.normal()
  if (conformity === 'normalisedResidual') return { mean: value, scale: dice.pick([1, 0.1, 1e-9, 5]) }
  if (conformity === 'quantileBand') return { lower: value - 1, upper: value + dice.uniform() }
  return conformity === 'givenScore' ? null : value
}

import {
  AGACI,
  DTACI,
  PID_METHOD,
  PLAIN_ACI,
  SAOCP_METHOD,
  SF_OGD_METHOD,
} from '../../src/conformal/presets.ts'
import type { AnyOptions } from '../../src/options.ts'
import type { Dice } from './dice.ts'
import { drawOptions } from './options.ts'
import type { Call, Spec } from './spec.ts'

const METHODS: Readonly<Record<string, unknown>> = {
  dtaci: DTACI,
  plainAci: PLAIN_ACI,
  agaci: AGACI,
  sfOgdMethod: SF_OGD_METHOD,
  saocpMethod: SAOCP_METHOD,
  pidMethod: PID_METHOD,
}

export const METHOD_NAMES: readonly string[] = [...Object.keys(METHODS), 'bayesDtaci']

const CONFORMITIES = [
  'absoluteResidual',
  'signedResidual',
  'normalisedResidual',
  'quantileBand',
  'givenScore',
]

export function drawConformal(dice: Dice): Call {
  const name = dice.pick(METHOD_NAMES)
  const declared = METHODS[name] as AnyOptions | undefined
  const method: Call = { call: name, args: [declared ? drawOptions(dice, declared, ['start']) : {}] }
  const options: Record<string, Spec> = { method, coverage: dice.pick([0.9, 0.5, 0.99, [0.5, 0.9]]) }
  if (dice.chance(0.5)) options.conformity = { call: dice.pick(CONFORMITIES) }
  if (dice.chance(0.5)) options.scale = dice.pick(['running', 'none'])
  if (dice.chance(0.3)) options.threshold = 'randomised'
  if (dice.chance(0.3)) options.window = dice.pick([1, 10])
  return { call: 'conformal', args: [options] }
}

/** A forecast of the kind that the conformity reads. */
export function drawForecast(dice: Dice, learner: Call): Spec {
  const options = learner.args?.[0] as { readonly conformity?: Call } | undefined
  const conformity = options?.conformity
  const value = dice.chance(0.02) ? dice.pick([1e160, -1.7e308, 1e300, 0]) : dice.normal()
  if (conformity?.call === 'normalisedResidual') return { mean: value, scale: dice.pick([1, 0.1, 1e-9, 5]) }
  if (conformity?.call === 'quantileBand') return { lower: value - 1, upper: value + dice.uniform() }
  return conformity?.call === 'givenScore' ? null : value
}

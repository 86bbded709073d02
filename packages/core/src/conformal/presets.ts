import { refuseUnknown } from '../check.ts'
import { boa } from '../meta/boa.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import type { MetaLearner } from '../meta/metaLearner.ts'
import { rollingRate } from '../meta/rates.ts'
import { gradient, mean } from '../scores.ts'
import { aci } from './aci.ts'
import { bayesAci } from './bayesAci.ts'
import type { Method } from './method.ts'
import { PID_OPTIONS, type PidOptions, pid } from './pid.ts'
import { radiusAci } from './radiusAci.ts'
import { SAOCP_OPTIONS, type SaocpOptions, saocp } from './saocp.ts'
import { SF_OGD_OPTIONS, type SfOgdOptions, sfOgd } from './sfOgd.ts'

/** The grid of DtACI: η = 0.001·2^k, k = 0…7. */
export const DTACI_RATES: readonly number[] = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128]
/** The grid of Bayes-DtACI: with τ in {½, 1}, ητ² spans that of DtACI. */
export const BAYES_DTACI_GRID: {
  readonly learningRate: readonly number[]
  readonly spread: readonly number[]
} = { learningRate: [0.004, 0.008, 0.064, 0.128], spread: [0.5, 1] }

export interface DtaciOptions {
  /** What the experts move: a threshold, or a level of the past scores as in the authors' own code. @default 'threshold' */
  readonly space?: 'threshold' | 'level'
  /** How many past scores a level looks back on; null for all. @default null */
  readonly memory?: number | null
}

const DTACI_OPTIONS: readonly (keyof DtaciOptions)[] = ['space', 'memory']

/** Fixed share at 0.001 with the rolling rate of DtACI: window 500, start 2.72. */
export function dtaciMeta(moment: 'second' | 'squared-mean' = 'second'): MetaLearner {
  return fixedShare({
    rate: rollingRate({ window: 500, start: 2.72, numerator: 'dtaci', moment }),
    share: 0.001,
  })
}

/** Bayes-DtACI on the paper's grid: eight Bayes-ACI experts scored by mean pinball loss. */
export function bayesDtaci(): Method {
  return {
    experts: ({ start }) => bayesAci({ ...BAYES_DTACI_GRID, start }),
    score: mean,
    meta: dtaciMeta(),
    scale: 'none',
  }
}

/** DtACI, Gibbs and Candès (2024): eight ACI experts scored by pinball loss. */
export function dtaci(options: DtaciOptions = {}): Method {
  refuseUnknown('dtaci', options, DTACI_OPTIONS)
  const { space = 'threshold', memory = null } = options
  if (space === 'threshold') {
    const experts: Method['experts'] = ({ start }) => aci({ learningRate: DTACI_RATES, start })
    return { experts, score: mean, meta: dtaciMeta(), scale: 'none' }
  }
  return {
    experts: ({ coverage }) => aci({ learningRate: DTACI_RATES, start: coverage - 1 }),
    score: mean,
    meta: dtaciMeta('squared-mean'),
    level: { memory, measure: 'miss' },
    scale: 'none',
  }
}

/** ACI, Gibbs and Candès (2021), with one learning rate: 0.005 is their choice, on levels. */
export function plainAci(options: DtaciOptions & { readonly learningRate?: number } = {}): Method {
  refuseUnknown('plainAci', options, [...DTACI_OPTIONS, 'learningRate'])
  const { space = 'threshold', memory = null, learningRate = 0.005 } = options
  if (space === 'threshold') return { experts: ({ start }) => aci({ learningRate, start }), scale: 'none' }
  return {
    experts: ({ coverage }) => radiusAci({ learningRate, coverage, memory }),
    warmStart: 'replay',
    scale: 'none',
  }
}

/**
 * AgACI, Zaffran and others (2022): ACI experts whose ends are aggregated apart, by Bernstein online aggregation.
 *
 * The form of opera 1.2.2, or `doubling`, that of 1.2.0, with which AgACI was published.
 */
export function agaci(options: DtaciOptions & { readonly form?: 'second-order' | 'doubling' } = {}): Method {
  refuseUnknown('agaci', options, [...DTACI_OPTIONS, 'form'])
  const { space = 'level', memory = null, form = 'second-order' } = options
  return {
    experts: ({ coverage }) => radiusAci({ learningRate: DTACI_RATES, coverage, space, memory }),
    score: gradient,
    meta: boa({ form }),
    ends: 'apart',
    warmStart: 'replay',
    scale: 'none',
  }
}

/** SF-OGD, Bhatnagar and others (2023): the first step is D/√3 long, D the largest score to expect. */
export function sfOgdMethod(options: { readonly scale?: number } & Partial<SfOgdOptions> = {}): Method {
  refuseUnknown('sfOgdMethod', options, ['scale', ...SF_OGD_OPTIONS])
  const { scale = 1, ...own } = options
  return {
    experts: ({ start }) => sfOgd({ learningRate: scale / Math.sqrt(3), start: Math.max(0, start), ...own }),
    scale: 'none',
  }
}

/** SAOCP, Bhatnagar and others (2023), snapped. */
export function saocpMethod(options: Partial<SaocpOptions> = {}): Method {
  refuseUnknown('saocpMethod', options, SAOCP_OPTIONS)
  return {
    experts: ({ start }) => saocp({ scale: 1, start: Math.max(0, start), ...options }),
    scale: 'none',
  }
}

/** Conformal PID control, Angelopoulos, Candès and Tibshirani (2023). With `scorecast`, `predict` takes a forecast of the score. */
export function pidMethod(options: PidOptions & { readonly scorecast?: boolean } = {}): Method {
  refuseUnknown('pidMethod', options, [...PID_OPTIONS, 'scorecast'])
  const { scorecast = false, ...own } = options
  return {
    experts: ({ start }) => pid({ start, ...own }),
    dimension: scorecast ? 1 : 0,
    scale: 'none',
  }
}

import { type Options, options } from '../../base/options.ts'
import { choice, flag, keptRounds, orNull, positiveNumber } from '../../base/values.ts'
import { boa } from '../../meta/boa.ts'
import { fixedShare } from '../../meta/fixedShare.ts'
import { rollingRate } from '../../meta/rates.ts'
import type { MetaLearner } from '../../nouns/metaLearner.ts'
import { gradient, mean } from '../../scores/scores.ts'
import { aci } from './aci.ts'
import { bayesAci } from './bayesAci.ts'
import { BETTING, type BettingOptions, betting } from './betting.ts'
import { COP, type CopOptions, cop } from './cop.ts'
import { DECAYING, type DecayingOptions, decaying } from './decaying.ts'
import { ECI, type EciOptions, eci } from './eci.ts'
import type { Method } from './method.ts'
import { PID, type PidOptions, pid } from './pid.ts'
import { radiusAci } from './radiusAci.ts'
import { SAOCP, type SaocpOptions, saocp } from './saocp.ts'
import { SF_OGD, type SfOgdOptions, sfOgd } from './sfOgd.ts'
import { UNIVERSAL, type UniversalOptions, universal } from './universal.ts'

/** The grid of DtACI: η = 0.001·2^k, k = 0…7. */
export const DTACI_RATES: readonly number[] = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128]
/** The grid of Bayes-DtACI: with τ in {½, 1}, ητ² spans that of DtACI. */
export const BAYES_DTACI_GRID: {
  readonly learningRate: readonly number[]
  readonly spread: readonly number[]
} = { learningRate: [0.004, 0.008, 0.064, 0.128], spread: [0.5, 1] }

export interface DtaciOptions {
  /** γ before the rate's window is full: 2.72 is the authors' choice, for levels. @default 1, on levels 2.72 */
  readonly startRate?: number
  /** What the experts move: a threshold, or a level of the past scores as in the authors' own code. @default 'threshold' */
  readonly space?: 'threshold' | 'level'
  /** How many past scores a level looks back on; null for all. @default null */
  readonly memory?: number | null
}

export const DTACI: Options<DtaciOptions, 'startRate'> = options('dtaci', {
  startRate: { value: positiveNumber, absent: '1, on levels 2.72' },
  space: {
    value: choice('threshold', 'level'),
    default: 'threshold',
  },
  memory: {
    value: orNull(keptRounds),
    default: null,
  },
})

export interface DtaciMetaOptions {
  /** γ before the window is full. @default 2.72 */
  readonly startRate?: number
  /** What the rate sums: Σω·loss², or (Σω·loss)² as in the authors' code. @default 'second' */
  readonly moment?: 'second' | 'squared-mean'
}

/** Fixed share at 0.001 with the rolling rate of DtACI over 500 rounds. */
export function dtaciMeta({ startRate = 2.72, moment = 'second' }: DtaciMetaOptions = {}): MetaLearner {
  return fixedShare({
    rate: rollingRate({ window: 500, start: startRate, numerator: 'dtaci', moment }),
    share: 0.001,
  })
}

export interface BayesDtaciOptions {
  /** γ before the rate's window is full. @default 1 */
  readonly startRate?: number
}

export const BAYES_DTACI: Options<BayesDtaciOptions> = options('bayesDtaci', {
  startRate: { value: positiveNumber, default: 1 },
})

/** Bayes-DtACI on the paper's grid: eight Bayes-ACI experts scored by mean pinball loss. */
export function bayesDtaci(given: BayesDtaciOptions = {}): Method {
  const { startRate } = BAYES_DTACI.read(given)
  return {
    experts: ({ start }) => bayesAci({ ...BAYES_DTACI_GRID, start }),
    score: mean,
    meta: dtaciMeta({ startRate }),
    scale: 'none',
  }
}

/** DtACI, Gibbs and Candès (2024): eight ACI experts scored by pinball loss. */
export function dtaci(given: DtaciOptions = {}): Method {
  const { space, memory, startRate } = DTACI.read(given)
  if (space === 'threshold') {
    const experts: Method['experts'] = ({ start }) => aci({ learningRate: DTACI_RATES, start })
    return { experts, score: mean, meta: dtaciMeta({ startRate: startRate ?? 1 }), scale: 'none' }
  }
  return {
    experts: ({ coverage }) => aci({ learningRate: DTACI_RATES, start: coverage - 1 }),
    score: mean,
    meta: dtaciMeta({ startRate: startRate ?? 2.72, moment: 'squared-mean' }),
    level: { memory, measure: 'miss' },
    scale: 'none',
  }
}

export interface AciMethodOptions {
  /** What the expert moves: a level of the past scores, or a threshold. @default 'level' */
  readonly space?: 'threshold' | 'level'
  /** How many past scores a level looks back on; null for all. @default null */
  readonly memory?: number | null
  /** η: 0.005 is the authors' choice, on levels. @default 0.005 */
  readonly learningRate?: number
}

export const ACI_METHOD: Options<AciMethodOptions> = options('aciMethod', {
  space: {
    value: choice('threshold', 'level'),
    default: 'level',
  },
  memory: DTACI.declared.memory,
  learningRate: {
    value: positiveNumber,
    default: 0.005,
  },
})

/** ACI, Gibbs and Candès (2021), with one learning rate. */
export function aciMethod(given: AciMethodOptions = {}): Method {
  const { space, memory, learningRate } = ACI_METHOD.read(given)
  if (space === 'threshold') return { experts: ({ start }) => aci({ learningRate, start }), scale: 'none' }
  return {
    experts: ({ coverage }) => radiusAci({ learningRate, coverage, memory }),
    warmStart: 'replay',
    scale: 'none',
  }
}

export interface AgaciOptions {
  /** What the experts move: a level of the past scores, or the radius itself. @default 'level' */
  readonly space?: 'threshold' | 'level'
  /** How many past scores a level looks back on; null for all. @default null */
  readonly memory?: number | null
  /** The form of `boa`: that of opera 1.2.2, or `doubling`, that of 1.2.0, with which AgACI was published. @default 'second-order' */
  readonly form?: 'second-order' | 'doubling'
}

export const AGACI: Options<AgaciOptions> = options('agaci', {
  space: {
    value: choice('threshold', 'level'),
    default: 'level',
  },
  memory: DTACI.declared.memory,
  form: {
    value: choice('second-order', 'doubling'),
    default: 'second-order',
  },
})

/**
 * AgACI, Zaffran and others (2022): ACI experts whose ends are aggregated apart, by Bernstein online aggregation.
 */
export function agaci(given: AgaciOptions = {}): Method {
  const { space, memory, form } = AGACI.read(given)
  return {
    experts: ({ coverage }) => radiusAci({ learningRate: DTACI_RATES, coverage, space, memory }),
    score: gradient,
    meta: boa({ form }),
    ends: 'apart',
    warmStart: 'replay',
    scale: 'none',
  }
}

export interface SfOgdMethodOptions extends Partial<SfOgdOptions> {
  /** D, the largest score to expect: the first step is D/√3 long. @default 1 */
  readonly largestScore?: number
}

export const SF_OGD_METHOD: Options<SfOgdMethodOptions, 'learningRate' | 'start'> = options('sfOgdMethod', {
  largestScore: {
    value: positiveNumber,
    default: 1,
  },
  ...SF_OGD.declared,
  learningRate: { ...SF_OGD.declared.learningRate, absent: 'D/√3' },
  start: { ...SF_OGD.declared.start, absent: 'where `conformal` starts thresholds' },
})

/** SF-OGD, Bhatnagar and others (2023). */
export function sfOgdMethod(given: SfOgdMethodOptions = {}): Method {
  const { largestScore, ...own } = SF_OGD_METHOD.read(given)
  return {
    experts: ({ start }) =>
      sfOgd({ learningRate: largestScore / Math.sqrt(3), start: Math.max(0, start), ...own }),
    scale: 'none',
  }
}

export interface SaocpMethodOptions extends Partial<SaocpOptions> {
  /** D, the largest score to expect: a step is D/√3 long at first. @default 1 */
  readonly largestScore?: number
}

export const SAOCP_METHOD: Options<SaocpMethodOptions, 'start'> = options('saocpMethod', {
  ...SAOCP.declared,
  largestScore: { ...SAOCP.declared.largestScore, default: 1 },
  start: { ...SAOCP.declared.start, absent: 'where `conformal` starts thresholds' },
})

/** SAOCP, Bhatnagar and others (2023), snapped. */
export function saocpMethod(given: SaocpMethodOptions = {}): Method {
  const own = SAOCP_METHOD.read(given)
  return {
    experts: ({ start }) => saocp({ start: Math.max(0, start), ...own }),
    scale: 'none',
  }
}

export interface PidMethodOptions extends PidOptions {
  /** Whether `predict` takes a forecast of the score. @default false */
  readonly scorecast?: boolean
}

export const PID_METHOD: Options<PidMethodOptions, 'integral' | 'start'> = options('pidMethod', {
  ...PID.declared,
  start: { ...PID.declared.start, absent: 'where `conformal` starts thresholds' },
  scorecast: { value: flag, default: false },
})

/** Conformal PID control, Angelopoulos, Candès and Tibshirani (2023). */
export function pidMethod(given: PidMethodOptions = {}): Method {
  const { scorecast, ...own } = PID_METHOD.read(given)
  return {
    experts: ({ start }) => pid({ start, ...own }),
    dimension: scorecast ? 1 : 0,
    scale: 'none',
  }
}

export interface DecayingMethodOptions extends Omit<DecayingOptions, 'learningRate'> {
  /** η, the largest score to expect: the first step is this long. @default 1 */
  readonly learningRate?: DecayingOptions['learningRate']
}

export const DECAYING_METHOD: Options<DecayingMethodOptions, 'start'> = options('decayingMethod', {
  ...DECAYING.declared,
  learningRate: { ...DECAYING.declared.learningRate, default: 1 },
  start: { ...DECAYING.declared.start, absent: 'where `conformal` starts thresholds' },
})

/** Decaying step sizes, Angelopoulos, Barber and Bates (2024). */
export function decayingMethod(given: DecayingMethodOptions = {}): Method {
  const own = DECAYING_METHOD.read(given)
  return { experts: ({ start }) => decaying({ start, ...own }), scale: 'none' }
}

export const BETTING_METHOD: Options<BettingOptions> = options('bettingMethod', BETTING.declared)

/** Adaptive conformal inference by betting, Podkopaev, Xu and Lee (2024). */
export function bettingMethod(given: BettingOptions = {}): Method {
  const own = BETTING_METHOD.read(given)
  return { experts: () => betting(own), scale: 'none' }
}

export const UNIVERSAL_METHOD: Options<UniversalOptions> = options('universalMethod', UNIVERSAL.declared)

/** Online conformal prediction by universal portfolios, Liu, Dobriban and Orabona (2026). */
export function universalMethod(given: UniversalOptions = {}): Method {
  const own = UNIVERSAL_METHOD.read(given)
  return { experts: () => universal(own), scale: 'none' }
}

export const ECI_METHOD: Options<EciOptions, 'start'> = options('eciMethod', {
  ...ECI.declared,
  start: { ...ECI.declared.start, absent: 'where `conformal` starts thresholds' },
})

/** Error-quantified conformal inference, Wu and others (2025). */
export function eciMethod(given: EciOptions = {}): Method {
  const own = ECI_METHOD.read(given)
  return { experts: ({ start }) => eci({ start, ...own }), scale: 'none' }
}

export const COP_METHOD: Options<CopOptions, 'start'> = options('copMethod', {
  ...COP.declared,
  start: { ...COP.declared.start, absent: 'where `conformal` starts thresholds' },
})

/** Conformal optimistic prediction, Hu and others (2026). */
export function copMethod(given: CopOptions = {}): Method {
  const own = COP_METHOD.read(given)
  return { experts: ({ start }) => cop({ start, ...own }), scale: 'none' }
}

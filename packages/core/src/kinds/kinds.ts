import { type AnyOptions, type Filled, type NoOptions, type Options, options } from '../base/options.ts'
import { inverseSqrt, inverseSqrtHorizon, type Schedule } from '../base/schedule.ts'
import { choice, noun, openFraction, positiveNumber } from '../base/values.ts'
import * as conformities from '../conformal/intervals/conformity.ts'
import type { Method } from '../conformal/methods/method.ts'
import * as methods from '../conformal/methods/presets.ts'
import * as thresholds from '../conformal/methods/rules.ts'
import * as gp from '../gp/index.ts'
import * as kernels from '../gp/kernels/index.ts'
import * as losses from '../losses/index.ts'
import * as meta from '../meta/index.ts'
import type { RateSchedule } from '../meta/rates.ts'
import type { Conformity } from '../nouns/conformity.ts'
import type { Loss } from '../nouns/loss.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import type { Rule } from '../nouns/panel.ts'
import type { Score } from '../nouns/score.ts'
import * as panels from '../panels/index.ts'
import * as scores from '../scores/scores.ts'
import * as baselines from '../trees/index.ts'

/** Something that can be written down by name: the options it takes, and what becomes of them. */
export interface Kind<Made = unknown> {
  /** `fixed-share` for `fixedShare`. */
  readonly kind: string
  readonly options: AnyOptions
  make(options: object): Made
}

/** What a recipe can name, noun by noun. */
export interface Kinds {
  /** Experts that learn from features. */
  readonly expert: readonly Kind<Rule>[]
  /** Experts that hold a threshold, and read no features. */
  readonly threshold: readonly Kind<Rule>[]
  readonly method: readonly Kind<Method>[]
  readonly meta: readonly Kind<MetaLearner>[]
  readonly rate: readonly Kind<RateSchedule>[]
  readonly schedule: readonly Kind<Schedule>[]
  readonly loss: readonly Kind<Loss>[]
  readonly score: readonly Kind<Score>[]
  readonly conformity: readonly Kind<Conformity>[]
  /** Covariance functions of Gaussian processes. */
  readonly kernel: readonly Kind<kernels.Kernel>[]
}

interface SvbOptions extends panels.DiagonalOptions {
  /** Mean-field Gaussians, or Gaussians of full covariance. @default 'diagonal' */
  readonly covariance?: 'diagonal' | 'full'
}

const SVB: Options<SvbOptions, keyof panels.RateOptions | 'noise' | 'box'> = options('svb', {
  ...panels.SVB.declared,
  covariance: {
    value: choice('diagonal', 'full'),
    default: 'diagonal',
  },
})

interface PinballOptions {
  /** The quantile it targets. */
  readonly level: number
}

const PINBALL: Options<PinballOptions> = options('pinball', {
  level: { value: openFraction },
})

interface ScaleOptions {
  /** c. */
  readonly scale: number
}

const SCALE = { scale: { value: positiveNumber } }
const INVERSE_SQRT: Options<ScaleOptions> = options('inverseSqrt', SCALE)
const INVERSE_SQRT_HORIZON: Options<ScaleOptions> = options('inverseSqrtHorizon', SCALE)

/** Rules that need a rate and nothing else, and so can stand in a growing grid by their name. */
const GROWABLE = { svb: panels.svb, sva: panels.sva, oga: panels.oga, ogd: panels.ogd, ngvi: panels.ngvi }

interface GrowingKindOptions extends Omit<panels.GrowingOptions, 'axis'> {
  /** The rule whose rate is searched. */
  readonly of: keyof typeof GROWABLE
  /** Which of its rates. @default 'scale' */
  readonly axis?: 'scale' | 'learningRate'
}

const GROWING: Options<GrowingKindOptions, 'share'> = options('growing', {
  of: {
    value: choice(...(Object.keys(GROWABLE) as (keyof typeof GROWABLE)[])),
  },
  ...panels.GROWING.declared,
  axis: { value: choice('scale', 'learningRate'), default: 'scale' },
})

/** The experts of another rule, changed: they take that rule first, and their own options after it. */
const decorators = [
  decorator('bagging', baselines.ONLINE_BAGGING, baselines.onlineBagging),
  decorator('learnt-noise', panels.LEARNT_NOISE, panels.learntNoise),
  decorator('delayed', panels.DELAYED, panels.delayed),
  decorator('link', panels.LINK, panels.link),
  decorator('log-scale', panels.LOG_SCALE, panels.logScale),
  decorator('products', panels.PRODUCTS, panels.products),
  decorator('intercept', options<NoOptions>('intercept', {}), panels.intercept),
  decorator('per-feature', options<NoOptions>('perFeature', {}), panels.perFeature),
  decorator('corrected', options<NoOptions>('corrected', {}), panels.corrected),
  decorator('renewed', options<NoOptions>('renewed', {}), panels.renewed),
]

interface ResidualsOptions {
  /** The expert whose forecast is the ground; of several the first. */
  readonly base: Rule
  /** The expert that learns what it leaves over. */
  readonly of: Rule
}

const RESIDUALS: Options<ResidualsOptions> = options('residuals', {
  base: {
    value: noun<Rule>('expert', 'bind'),
  },
  of: { value: noun<Rule>('expert', 'bind') },
})

/** Written otherwise than they are called. */
const special = [
  'svb',
  'svbFull',
  'external',
  'onlineBagging',
  'learntNoise',
  'link',
  'logScale',
  'products',
  'growing',
  'delayed',
]

export const kinds: Kinds = {
  expert: [
    kindOf(
      'svb',
      SVB,
      ({ covariance, ...rest }): Rule =>
        covariance === 'full' ? panels.svbFull(rest as panels.SvbFullOptions) : panels.svb(rest),
    ),
    ...declaredIn<Rule>({ ...panels, ...gp, ...baselines }, (name) =>
      special.includes(name) ? undefined : name,
    ),
    ...decorators,
    kindOf('residuals', RESIDUALS, ({ base, of }): Rule => panels.residuals(base, of)),
    kindOf('growing', GROWING, ({ of, share, ...rest }) =>
      panels.growing(
        (rate) => GROWABLE[of]({ [rest.axis]: rate }),
        share === undefined ? rest : { ...rest, share },
      ),
    ),
  ],
  threshold: declaredIn(thresholds, (name) => name),
  method: declaredIn(methods, (name) => name.replace(/Method$/, '')),
  meta: declaredIn(meta, (name) => (name.endsWith('Rate') ? undefined : name)),
  rate: declaredIn(meta, (name) => (name.endsWith('Rate') ? name.slice(0, -4) : undefined)),
  schedule: [
    kindOf('inverse-sqrt', INVERSE_SQRT, ({ scale }) => inverseSqrt(scale)),
    kindOf('inverse-sqrt-horizon', INVERSE_SQRT_HORIZON, ({ scale }) => inverseSqrtHorizon(scale)),
  ],
  loss: [
    ...constantsIn<Loss>(losses, 'annealed'),
    kindOf('pinball', PINBALL, ({ level }) => losses.pinball(level)),
  ],
  score: constantsIn<Score>(scores, 'each'),
  conformity: constantsIn<Conformity>(conformities, 'sides'),
  kernel: declaredIn(kernels, (name) => name),
}

/**
 * What a folder's index exports together with its declaration, as `boa` with `BOA`.
 *
 * @param choose what it is called here; undefined: not here
 */
function declaredIn<Made>(names: object, choose: (name: string) => string | undefined): Kind<Made>[] {
  const all = names as Readonly<Record<string, Partial<AnyOptions>>>
  return Object.values(all).flatMap((declared) => {
    if (!declared.declared || !declared.name) return []
    const name = choose(declared.name)
    if (name === undefined) return []
    return [
      { kind: kebab(name), options: declared as AnyOptions, make: all[declared.name] as Kind<Made>['make'] },
    ]
  })
}

/** What takes no options, and is exported as it is. */
function constantsIn<Made extends { readonly name: string }>(names: object, method: string): Kind<Made>[] {
  const found = Object.values(names).filter((value) => typeof value === 'object' && method in value)
  return found.map((value: Made) => kindOf(value.name, options<NoOptions>(value.name, {}), () => value))
}

function kindOf<Given extends object, Absent extends keyof Given, Made>(
  kind: string,
  declared: Options<Given, Absent>,
  make: (given: Filled<Given, Absent>) => Made,
): Kind<Made> {
  const any = declared as unknown as AnyOptions
  return { kind, options: any, make: (given) => make(declared.read(given as Given)) }
}

function decorator(
  kind: string,
  { name, declared }: { readonly name: string; readonly declared: object },
  make: (rule: Rule, given: never) => Rule,
): Kind<Rule> {
  const of = { value: noun<Rule>('expert', 'bind'), about: 'The expert whose copies or versions these are.' }
  const all = options<{ readonly of: Rule }>(name, { of, ...declared })
  return kindOf(kind, all, ({ of: rule, ...rest }) => make(rule, rest as never))
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

import { ArgumentError } from '../base/errors.ts'
import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { show } from '../base/show.ts'
import { list, members, noun, numberFrom0, orNull, positiveNumber } from '../base/values.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Panel, Rule, Settings } from '../nouns/panel.ts'
import { describeRule } from '../panels/describeRule.ts'
import { type Backend, bestBackend } from './fast/backend.ts'
import { needed } from './fast/clock.ts'
import { family } from './fast/family.ts'
import { absorb, believe, follow, type Group, type Kept } from './fast/pool.ts'
import type { GpExpert } from './gpExpert.ts'
import { type History, historyOf, remember } from './history.ts'
import { type Kernel, squaredExponential } from './kernels/index.ts'

export interface GpOptions {
  /** Covariance function; null: the squared exponential exp(−r²). @default null */
  readonly kernel?: Axis<Kernel | null> | undefined
  /** Inverse bandwidth a: kernels measure r² = a²Σsⱼ²(xⱼ − x'ⱼ)². @default 1 */
  readonly inverseBandwidth?: Axis<number> | undefined
  /** Standard deviation ς of y given f(x); at least 1e-3 of the amplitude's root. */
  readonly noise: Axis<number>
  /** How many of the last points count; null: all. @default null */
  readonly window?: Axis<number | null> | undefined
  /** Variance of f about its level. @default 1 */
  readonly amplitude?: Axis<number> | undefined
  /** Variance of the unknown level of f, a constant kernel. @default 0 */
  readonly constant?: Axis<number> | undefined
  /** A factor sⱼ for each feature, or several such vectors: see `relevances`. @default null */
  readonly scales?: Axis<readonly number[] | null> | undefined
}

export const GP: Options<GpOptions> = options('gp', {
  kernel: {
    axis: orNull(noun<Kernel>('kernel', 'bind')),
    default: null,
  },
  inverseBandwidth: {
    axis: positiveNumber,
    default: 1,
  },
  noise: {
    axis: positiveNumber,
  },
  window: { axis: orNull(members), default: null },
  amplitude: { axis: positiveNumber, default: 1 },
  constant: {
    axis: numberFrom0,
    default: 0,
  },
  scales: {
    axis: orNull(list(numberFrom0)),
    default: null,
  },
})

/**
 * Gaussian-process regression at every setting of a grid: exact, on the last W points or on all.
 *
 *     f ~ GP(0, amplitude·c(x, x') + constant),  y = f(x) + ς·N(0, 1),  c = exp(−a² Σⱼ sⱼ²(xⱼ − x'ⱼ)²) or another kernel
 *
 * An array is a grid axis; the order is that of the options, the last varying fastest. The state holds the points,
 * not the factors, which rebuild at fixed rounds: a small snapshot resumes bit for bit.
 */
export function gp(options: GpOptions): Rule<History> {
  return gpOn(bestBackend, options)
}

/** `gp` on a chosen backend. */
export function gpOn(backend: () => Backend, options: GpOptions): Rule<History> {
  const experts = gpExperts(options)
  return Object.freeze({
    description: describeRule('gp', settingsOf(experts)),
    bind: ({ dimension }: { readonly dimension: number }) => gpPanel(backend(), experts, dimension),
  })
}

/** The grid, checked. */
export function gpExperts(given: GpOptions): readonly GpExpert[] {
  const experts = GP.points(given) as unknown as readonly GpExpert[]
  const smooth = squaredExponential().name
  for (const expert of experts) {
    const floor = 1e-3 * Math.sqrt(expert.amplitude)
    if (expert.noise < floor * (1 - 1e-12)) {
      throw new ArgumentError(
        `noise must be at least ${floor}, as noise² ≥ 1e-6·amplitude keeps 8 digits; received ${expert.noise}`,
      )
    }
  }
  return experts.map((expert) => (expert.kernel?.name === smooth ? { ...expert, kernel: null } : expert))
}

/** One description for each expert; the kernel is told where not all are squared exponentials. */
export function settingsOf(experts: readonly GpExpert[]): readonly Settings[] {
  const told = experts.some(({ kernel }) => kernel !== null)
  return experts.map(({ kernel, scales, ...rest }) => ({
    ...(told && { kernel: kernel?.name ?? 'squaredExponential' }),
    ...rest,
    scales: scales?.join(' ') ?? null,
  }))
}

function gpPanel(backend: Backend, experts: readonly GpExpert[], dimension: number): Panel<History> {
  for (const { scales } of experts) {
    if (scales && scales.length !== dimension) {
      throw new ArgumentError(
        `scales must have ${dimension} entries, one per feature; received ${show(scales)}`,
        'wrong-length',
      )
    }
  }
  const windows = [...new Set(experts.map((expert) => expert.window))]
  const groups = windows.map((window): Group => {
    const index = experts.flatMap((expert, k) => (expert.window === window ? [k] : []))
    return { backend, family: family(experts, index, dimension), window, bytes: 0 }
  })
  const capacity = Math.max(...windows.map((window) => (window === null ? Infinity : needed(window))))
  const settings = Object.freeze(settingsOf(experts))
  const moved = new Array<Kept>(groups.length)

  return {
    capacity: experts.length,
    settings: () => settings,
    init: historyOf(dimension, capacity),
    predict(state, x, out: Beliefs) {
      for (const group of groups) believe(group, state, x, out)
    },
    update(state, x, y) {
      for (let i = 0; i < groups.length; i++) moved[i] = absorb(groups[i], state, x, y)
      remember(state, x, y, capacity)
      for (const one of moved) follow(one, state)
    },
  }
}

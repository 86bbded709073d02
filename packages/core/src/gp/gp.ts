import type { Beliefs } from '../beliefs.ts'
import { describeRule } from '../describeRule.ts'
import { ArgumentError } from '../errors.ts'
import type { Axis } from '../grid.ts'
import { type Options, options } from '../options.ts'
import type { Panel, Rule, Settings } from '../panel.ts'
import { show } from '../show.ts'
import { count, list, numberFrom0, orNull, positiveNumber } from '../values.ts'
import { type Backend, bestBackend } from './backend.ts'
import { type Engine, family, type GpExpert, needed } from './engine.ts'
import { createHistory, type History, remember } from './history.ts'

export interface GpOptions {
  /** Inverse bandwidth a of the kernel exp(−a²‖x − x'‖²). */
  readonly inverseBandwidth: Axis<number>
  /** Standard deviation ς of y given f(x); at least 1e-3 of the amplitude's root. */
  readonly noise: Axis<number>
  /** How many of the last points count; null: all. @default null */
  readonly window?: Axis<number | null> | undefined
  /** Variance of f about its level. @default 1 */
  readonly amplitude?: Axis<number> | undefined
  /** Variance of the unknown level of f, a constant kernel. @default 0 */
  readonly constant?: Axis<number> | undefined
  /** A factor for each dimension of x, or several such vectors. @default null */
  readonly scales?: Axis<readonly number[] | null> | undefined
}

export const GP: Options<GpOptions> = options('gp', {
  inverseBandwidth: { axis: positiveNumber, about: "Inverse bandwidth a of the kernel exp(−a²‖x − x'‖²)." },
  noise: {
    axis: positiveNumber,
    about: "Standard deviation ς of y given f(x); at least 1e-3 of the amplitude's root.",
  },
  window: { axis: orNull(count), about: 'How many of the last points count; null: all.', default: null },
  amplitude: { axis: positiveNumber, about: 'Variance of f about its level.', default: 1 },
  constant: {
    axis: numberFrom0,
    about: 'Variance of the unknown level of f, a constant kernel.',
    default: 0,
  },
  scales: {
    axis: orNull(list(numberFrom0)),
    about: 'A factor for each dimension of x, or several such vectors.',
    default: null,
  },
})

/**
 * Gaussian-process regression at every setting of a grid: exact, on the last W points or on all.
 *
 *     f ~ GP(0, amplitude·exp(−a² Σⱼ sⱼ²(xⱼ − x'ⱼ)²) + constant),  y = f(x) + ς·N(0, 1)
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
    description: describeRule('gp', experts.map(settingsOf)),
    bind: ({ dimension }: { readonly dimension: number }) => gpPanel(backend(), experts, dimension),
  })
}

/** The grid, checked. */
export function gpExperts(given: GpOptions): readonly GpExpert[] {
  const experts = GP.points(given) as unknown as readonly GpExpert[]
  for (const expert of experts) {
    const floor = 1e-3 * Math.sqrt(expert.amplitude)
    if (expert.noise < floor * (1 - 1e-12)) {
      throw new ArgumentError(
        `noise must be at least ${floor}, as noise² ≥ 1e-6·amplitude keeps 8 digits; received ${expert.noise}`,
      )
    }
  }
  return experts
}

export function settingsOf({
  inverseBandwidth,
  noise,
  window,
  amplitude,
  constant,
  scales,
}: GpExpert): Settings {
  return { inverseBandwidth, noise, window, amplitude, constant, scales: scales?.join(' ') ?? null }
}

function gpPanel(backend: Backend, experts: readonly GpExpert[], dimension: number): Panel<History> {
  for (const { scales } of experts) {
    if (scales && scales.length !== dimension) {
      throw new ArgumentError(
        `scales must have ${dimension} entries, one per feature; received ${show(scales)}`,
      )
    }
  }
  const windows = [...new Set(experts.map((expert) => expert.window))]
  const build = (window: number | null): Engine => {
    const index = experts.flatMap((expert, k) => (expert.window === window ? [k] : []))
    const members = family(experts, index, dimension)
    return window === null ? backend.growing(members) : backend.window(members, window)
  }
  const keepAll = windows.includes(null)
  const capacity = keepAll ? 64 : Math.max(...windows.map((window) => needed(window!)))
  const settings = Object.freeze(experts.map(settingsOf))
  // Factors are large: they are made when there is something to predict.
  let engines: readonly Engine[] = []
  let round = -1
  const digest = [0, 0]

  /** Makes the engines' factors those of the state: nothing to do unless it is not the one they grew with. */
  function attend(state: History): void {
    if (state.round === round && state.digest[0] === digest[0] && state.digest[1] === digest[1]) return
    round = -1
    if (engines.length === 0) engines = windows.map(build)
    for (const engine of engines) engine.restore(state)
    note(state)
  }

  function note(state: History): void {
    round = state.round
    digest[0] = state.digest[0]
    digest[1] = state.digest[1]
  }

  return {
    capacity: experts.length,
    settings: () => settings,
    init: () => createHistory(dimension, capacity),
    predict(state, x, out: Beliefs) {
      attend(state)
      for (const engine of engines) engine.predict(x, out)
    },
    update(state, x, y) {
      for (const engine of engines) engine.observe(x, y)
      remember(state, x, y, keepAll)
      note(state)
    },
  }
}

import type { Beliefs } from '../beliefs.ts'
import type { Features } from '../panel.ts'
import type { History } from './history.ts'

/** One expert: kernel amplitude·exp(−a² Σⱼ sⱼ²(xⱼ − x'ⱼ)²) + constant, noise a standard deviation. */
export interface GpExpert {
  readonly inverseBandwidth: number
  readonly noise: number
  readonly window: number | null
  readonly amplitude: number
  readonly constant: number
  readonly scales: readonly number[] | null
}

/** Factors of the experts that share a window. They live outside the state and can be had from it again. */
export interface Engine {
  /** Takes over a history, whatever came before. */
  restore(history: History): void
  /** Writes the beliefs of its experts. Calling it twice changes nothing. */
  predict(x: Features, out: Beliefs): void
  /** Absorbs the point last predicted. */
  observe(x: Features, y: number): void
}

/** Experts as an engine sees them: in units of their amplitude, kernels told apart only where they differ. */
export interface Family {
  readonly dimension: number
  readonly experts: readonly GpExpert[]
  /** Where each expert stands in the panel. */
  readonly index: readonly number[]
  /** Squared scalings sⱼ², one row for each distinct scaling, and how many kinds of kernel each has. */
  readonly squares: readonly (readonly number[])[]
  readonly sizes: readonly number[]
  /** a² of each kind, grouped by scaling. */
  readonly bandwidths: readonly number[]
  /** For each expert: its kind, and noise and constant variance over the amplitude. */
  readonly kinds: readonly number[]
  readonly ratios: readonly number[]
  readonly constants: readonly number[]
}

export function family(all: readonly GpExpert[], index: readonly number[], dimension: number): Family {
  const experts = index.map((k) => all[k])
  const scalings = new Map<string, number[]>()
  const groups = new Map<string, number[]>()
  for (const expert of experts) {
    const squares = expert.scales ? expert.scales.map((s) => s * s) : new Array<number>(dimension).fill(1)
    const key = squares.join()
    scalings.set(key, squares)
    const bandwidths = groups.get(key) ?? []
    if (!bandwidths.includes(expert.inverseBandwidth ** 2)) bandwidths.push(expert.inverseBandwidth ** 2)
    groups.set(key, bandwidths)
  }
  const keys = [...scalings.keys()]
  const kindOf = (expert: GpExpert): number => {
    const key = expert.scales ? expert.scales.map((s) => s * s).join() : new Array(dimension).fill(1).join()
    const before = keys.slice(0, keys.indexOf(key)).reduce((sum, k) => sum + groups.get(k)!.length, 0)
    return before + groups.get(key)!.indexOf(expert.inverseBandwidth ** 2)
  }
  return {
    dimension,
    experts,
    index,
    squares: [...scalings.values()],
    sizes: keys.map((key) => groups.get(key)!.length),
    bandwidths: keys.flatMap((key) => groups.get(key)!),
    kinds: experts.map(kindOf),
    ratios: experts.map((expert) => expert.noise ** 2 / expert.amplitude),
    constants: experts.map((expert) => expert.constant / expert.amplitude),
  }
}

/** Expert e's belief in units of its amplitude, written where it belongs. */
export function writeBelief(family: Family, e: number, mean: number, variance: number, out: Beliefs): void {
  const k = family.index[e]
  const expert = family.experts[e]
  out.mean[k] = mean
  out.variance[k] = variance * expert.amplitude
  out.noise[k] = expert.noise
  out.awake[k] = 1
}

/**
 * The clock of a window W: every `period` rounds a fresh factor begins and is ready `lag` rounds later.
 *
 *     period = 2⌈W/5⌉, lag = 4⌊W/24⌋ + 1
 *
 * W − lag ≥ period, so that the older stack is never empty when a point must go.
 */
export function clock(window: number): { readonly period: number; readonly lag: number } {
  const period = window < 3 ? 1 : 2 * Math.ceil(window / 5)
  return { period, lag: window < 3 ? 0 : 4 * Math.floor(window / 24) + 1 }
}

/** The last round not after `round` at which a fresh factor came into use; 0 if none has. */
export function lastRebuild(window: number, round: number): number {
  const { period, lag } = clock(window)
  const rebuilt = Math.floor((round - lag) / period) * period + lag
  return rebuilt >= period + lag ? rebuilt : 0
}

/** Points a history must hold so that a window's factors can be had from it again. */
export function needed(window: number): number {
  return window + clock(window).period
}

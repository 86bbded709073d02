import type { Beliefs } from '../beliefs.ts'

/** One expert: kernel amplitude·exp(−a² Σⱼ sⱼ²(xⱼ − x'ⱼ)²) + constant, noise a standard deviation. */
export interface GpExpert {
  readonly inverseBandwidth: number
  readonly noise: number
  readonly window: number | null
  readonly amplitude: number
  readonly constant: number
  readonly scales: readonly number[] | null
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
    const square = expert.inverseBandwidth * expert.inverseBandwidth
    if (!bandwidths.includes(square)) bandwidths.push(square)
    groups.set(key, bandwidths)
  }
  const keys = [...scalings.keys()]
  const kindOf = (expert: GpExpert): number => {
    const key = expert.scales ? expert.scales.map((s) => s * s).join() : new Array(dimension).fill(1).join()
    const before = keys.slice(0, keys.indexOf(key)).reduce((sum, k) => sum + groups.get(k)!.length, 0)
    return before + groups.get(key)!.indexOf(expert.inverseBandwidth * expert.inverseBandwidth)
  }
  return {
    dimension,
    experts,
    index,
    squares: [...scalings.values()],
    sizes: keys.map((key) => groups.get(key)!.length),
    bandwidths: keys.flatMap((key) => groups.get(key)!),
    kinds: experts.map(kindOf),
    ratios: experts.map((expert) => (expert.noise * expert.noise) / expert.amplitude),
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

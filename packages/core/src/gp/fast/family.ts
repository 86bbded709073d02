import type { Beliefs } from '../../nouns/beliefs.ts'
import type { GpExpert } from '../gpExpert.ts'
import type { Covariance } from '../kernels/index.ts'

/** Experts as factors sees them: in units of their amplitude, kernels told apart only where they differ. */
export interface Family {
  readonly dimension: number
  readonly experts: readonly GpExpert[]
  /** Where each expert stands in the panel. */
  readonly index: readonly number[]
  /** Squared scalings sⱼ², one row for each distinct scaling, and how many kinds of kernel each has. */
  readonly squares: readonly (readonly number[])[]
  readonly sizes: readonly number[]
  /** a² of each squared-exponential kind, grouped by scaling. The compiled kernels compute their rows. */
  readonly bandwidths: readonly number[]
  /** The kinds after them. */
  readonly others: readonly Covariance[]
  /** For each expert: its kind, and noise and constant variance over the amplitude. */
  readonly kinds: readonly number[]
  readonly ratios: readonly number[]
  readonly constants: readonly number[]
}

export function family(all: readonly GpExpert[], index: readonly number[], dimension: number): Family {
  const experts = index.map((k) => all[k])
  const smooth = experts.filter(({ kernel }) => kernel === null)
  const squaresOf = ({ scales }: GpExpert): number[] =>
    Array.from({ length: dimension }, (_, j) => (scales ? scales[j] * scales[j] : 1))
  const squareOf = ({ inverseBandwidth: a }: GpExpert): number => a * a
  const groups = new Map<string, { readonly squares: number[]; readonly bandwidths: Set<number> }>()
  for (const expert of smooth) {
    const squares = squaresOf(expert)
    const group = groups.get(squares.join()) ?? { squares, bandwidths: new Set() }
    group.bandwidths.add(squareOf(expert))
    groups.set(squares.join(), group)
  }
  const smoothKinds = [...groups].flatMap(([key, { bandwidths }]) =>
    [...bandwidths].map((a) => `${a} ${key}`),
  )
  const otherKinds = new Map<string, Covariance>()
  const kindOf = (expert: GpExpert): number => {
    const { kernel, inverseBandwidth: a, scales } = expert
    if (kernel === null) return smoothKinds.indexOf(`${squareOf(expert)} ${squaresOf(expert).join()}`)
    const key = `${kernel.name} ${a} ${scales?.join()}`
    if (!otherKinds.has(key)) {
      otherKinds.set(key, kernel.bind(Array.from({ length: dimension }, (_, j) => a * (scales?.[j] ?? 1))))
    }
    return smoothKinds.length + [...otherKinds.keys()].indexOf(key)
  }
  const kinds = experts.map(kindOf)
  const distinct = [...groups.values()]
  return {
    dimension,
    experts,
    index,
    squares: distinct.map(({ squares }) => squares),
    sizes: distinct.map(({ bandwidths }) => bandwidths.size),
    bandwidths: distinct.flatMap(({ bandwidths }) => [...bandwidths]),
    others: [...otherKinds.values()],
    kinds,
    ratios: experts.map(({ noise, amplitude }) => (noise * noise) / amplitude),
    constants: experts.map(({ constant, amplitude }) => constant / amplitude),
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

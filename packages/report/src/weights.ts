/** What an expert is, for people: { learningRate: 0.004, spread: 0.5 }. */
export type ExpertSettings = Readonly<Record<string, unknown>>

/** The weights of one axis of the grid, summed over the others. */
export interface AxisWeights {
  readonly axis: string
  readonly values: readonly { readonly value: unknown; readonly weight: number }[]
  /** The end of a grid of numbers that holds nearly all weight, if one does. */
  readonly edge?: 'lowest' | 'highest'
}

/** An axis needs as many values before its end can be called an edge. */
const FEWEST_VALUES = 3
/** Weight from which an end of the grid is where the learner wants to be. */
const NEARLY_ALL = 0.95

/** Weights by axis: only settings in which the experts differ. */
export function byAxis(experts: readonly ExpertSettings[], weights: ArrayLike<number>): AxisWeights[] {
  const names = new Set(experts.flatMap((expert) => Object.keys(expert)))
  return Array.from(names, (axis) => axisOf(axis, experts, weights)).filter(({ values }) => values.length > 1)
}

function axisOf(axis: string, experts: readonly ExpertSettings[], weights: ArrayLike<number>): AxisWeights {
  const sums = new Map<string, { readonly value: unknown; weight: number }>()
  experts.forEach((expert, k) => {
    const value = expert[axis] ?? null
    const found = sums.get(JSON.stringify(value))
    if (found) found.weight += weights[k]
    else sums.set(JSON.stringify(value), { value, weight: weights[k] })
  })
  const values = [...sums.values()]
  const numbers = values.every(({ value }) => typeof value === 'number')
  if (numbers) values.sort((a, b) => (a.value as number) - (b.value as number))
  const edge = numbers && values.length >= FEWEST_VALUES ? edgeOf(values) : {}
  return { axis, values, ...edge }
}

function edgeOf(values: readonly { readonly weight: number }[]): { edge?: 'lowest' | 'highest' } {
  if (values[0].weight > NEARLY_ALL) return { edge: 'lowest' }
  return values[values.length - 1].weight > NEARLY_ALL ? { edge: 'highest' } : {}
}

/** Settings whose value says all. */
const BARE: ReadonlySet<string> = new Set(['column', 'name', 'end'])

/** An expert in a few words: the settings in which it differs from others, or its place. */
export function expertName(experts: readonly ExpertSettings[], k: number): string {
  const parts = Object.entries(experts[k] ?? {}).filter(([name, value]) =>
    experts.some((other) => JSON.stringify(other[name]) !== JSON.stringify(value)),
  )
  if (parts.length === 0) return `expert ${k + 1}`
  return parts.map(([name, value]) => (BARE.has(name) ? String(value) : `${name} ${shown(value)}`)).join(', ')
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(4)))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

import type { Beliefs } from 'credence'

/** Weights, and on request every expert, as a line of output reports them. */
export function expertRecord(
  weights: Float64Array,
  { mean, variance }: Pick<Beliefs, 'mean' | 'variance'>,
  losses: Float64Array,
  experts: boolean,
): Record<string, unknown> {
  const record = { weights: Array.from(weights) }
  if (!experts) return record
  return { ...record, experts: { mean: known(mean), variance: known(variance), loss: Array.from(losses) } }
}

/** Beliefs by expert; null for an expert that sleeps and believes nothing. */
function known(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value))
}

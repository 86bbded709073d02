import type { SeriesForecast } from 'credence/paths'

/** One step, or their sum, as numbers. */
export interface Numbers {
  readonly mean: number
  readonly median: number
  readonly sd: number
  readonly lower: number
  readonly upper: number
}

/** The forecast of a series as plain data, as it comes from a thread. */
export interface PlainForecast extends Omit<SeriesForecast, 'path'> {
  readonly steps: readonly (Numbers & { readonly step: number })[]
  readonly total: Numbers
  /** Ends of the inner half, for pictures. */
  readonly inner: { readonly lower: readonly number[]; readonly upper: readonly number[] }
}

export function plainForecast({ path, ...rest }: SeriesForecast): PlainForecast {
  const numbers = ({ mean, median, sd, lower, upper }: Numbers): Numbers => ({
    mean,
    median,
    sd,
    lower,
    upper,
  })
  return {
    ...rest,
    steps: path.steps.map((step) => ({ step: step.step, ...numbers(step) })),
    total: numbers(path.total),
    inner: {
      lower: path.steps.map((step) => step.quantile(0.25)),
      upper: path.steps.map((step) => step.quantile(0.75)),
    },
  }
}

import { crc32 } from 'node:zlib'
import type { SeriesForecast } from 'credence/paths'
import { seededRng } from 'credence/random'

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
  /** Possible courses of the steps. */
  readonly samples: readonly (readonly number[])[]
}

/** How many possible courses are drawn, and of which kind. */
export interface Draws {
  readonly samples: number
  readonly seed: number
}

/** @param key the series, which has courses of its own whatever others there are */
export function plainForecast(
  key: string,
  { path, ...rest }: SeriesForecast,
  { samples, seed }: Draws,
): PlainForecast {
  const rng = seededRng(crc32(key, seed))
  const numbers = ({ mean, median, sd, lower, upper }: Numbers): Numbers => ({
    // Of one value alone: the sum over weights may have missed it by its last digit.
    mean: sd === 0 ? median : mean,
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
    samples: Array.from({ length: samples }, () => [...path.sample(rng)]),
  }
}

import type { Domain, Picture } from '@credence/charts/page'
import type { Series } from '../series.ts'

/** A picture with what it found. */
export interface Evidence {
  readonly id: string
  readonly title: string
  readonly caption: string
  readonly picture: Picture
}

/** Times where all stretches have one and go on, rows otherwise; rows of several series may share a time. */
export function placesOf({ time, t }: Pick<Series, 'time' | 't'>): {
  readonly domain: Domain
  readonly at: readonly number[]
} {
  const timed = time.length > 1 && time.every((value) => value !== null)
  const rising =
    timed &&
    (time.at(-1) as number) > (time[0] as number) &&
    time.every((value, i) => i === 0 || (value as number) >= (time[i - 1] as number))
  return rising ? { domain: 'time', at: time as readonly number[] } : { domain: 'row', at: t }
}

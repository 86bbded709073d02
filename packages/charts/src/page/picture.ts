import { calibrationBars, type Ranked, rankedBars } from './bars.ts'
import { besideAsked, besideNaive, type Held, parts, sparkline } from './gauges.ts'
import { type OverTimeOptions, overTime } from './overTime.ts'
import { type RatePair, type Reliable, ratePairs, reliabilityLine } from './rates.ts'
import { type Spread, spread } from './spread.ts'

/** A chart as plain data, so that a page can be drawn before it is served and again at its true width. */
export type Picture =
  | ({ readonly kind: 'lines' } & Omit<OverTimeOptions, 'width'>)
  | { readonly kind: 'calibration'; readonly shares: readonly number[]; readonly outcomes: number }
  | { readonly kind: 'ranked'; readonly items: readonly Ranked[]; readonly says: string }
  | {
      readonly kind: 'besideNaive'
      readonly own: number
      readonly naive: { readonly value: number; readonly label: string }
    }
  | {
      readonly kind: 'rates'
      readonly pairs: readonly RatePair[]
      readonly heads: readonly [string, string]
      readonly says: string
    }
  | {
      readonly kind: 'reliability'
      readonly bins: readonly Reliable[]
      /** The same of each class. */
      readonly others: readonly (readonly Reliable[])[]
      readonly says: string
    }
  | ({ readonly kind: 'besideAsked' } & Held)
  | ({ readonly kind: 'spread' } & Spread)
  | {
      readonly kind: 'sparkline'
      readonly values: readonly number[]
      readonly last: string
      readonly says: string
    }
  | {
      readonly kind: 'parts'
      readonly shares: readonly number[]
      readonly labels: readonly string[]
      readonly says: string
    }

export function drawPicture(picture: Picture, width: number): string {
  switch (picture.kind) {
    case 'lines':
      return overTime({ ...picture, width })
    case 'calibration':
      return calibrationBars(width, picture.shares, picture.outcomes)
    case 'ranked':
      return rankedBars(width, picture.items, picture.says)
    case 'rates':
      return ratePairs(width, picture.pairs, picture.heads, picture.says)
    case 'reliability':
      return reliabilityLine(width, picture.bins, picture.others, picture.says)
    case 'besideNaive':
      return besideNaive(width, picture.own, picture.naive)
    case 'besideAsked':
      return besideAsked(width, picture)
    case 'spread':
      return spread(width, picture)
    case 'sparkline':
      return sparkline(width, picture.values, picture.last, picture.says)
    case 'parts':
      return parts(width, picture.shares, picture.labels, picture.says)
  }
}

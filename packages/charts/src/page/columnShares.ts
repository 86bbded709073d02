import { percentage } from './format.ts'
import type { Picture } from './picture.ts'

/** Rows that must be explained before columns are said to matter. */
const FEWEST_EXPLAINED = 5
/** Columns whose share is shown. */
const MOST_COLUMNS = 8

/** Which column mattered most: a finding, what it rests on, and the share of each. */
export interface ColumnShares {
  readonly title: string
  readonly caption: string
  readonly picture: Picture
}

/**
 * The same words and bars wherever columns are ranked; undefined where there is too little to say.
 *
 * @param columns the largest share first
 * @param rows that were explained
 * @param over what forecasts these are, where that needs to be said. @default nothing
 */
export function columnShares(
  columns: readonly { readonly name: string; readonly share: number }[],
  rows: number,
  over = '',
): ColumnShares | undefined {
  const [first] = columns
  if (!first || rows < FEWEST_EXPLAINED) return undefined
  return {
    title: `“${first.name}” mattered most: ${percentage(first.share)} of what moved the forecast`,
    caption: `How much each moved the forecasts lately, away from what they would be if nothing were known of the row${over}. A sample of ${rows.toLocaleString('en')} rows.`,
    picture: {
      kind: 'ranked',
      items: columns.slice(0, MOST_COLUMNS).map(({ name, share }) => ({
        name,
        value: share,
        label: share > 0 && share < 0.01 ? 'under 1\u202f%' : percentage(share),
      })),
      says: 'How much each column moved the forecast',
    },
  }
}

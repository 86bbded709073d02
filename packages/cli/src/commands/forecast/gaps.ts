import { isMissing } from 'credence/auto'
import { type Spacing, slotOf, type Zone } from 'credence/paths'
import type { Asked } from './asked.ts'
import type { KeyForecast } from './keyForecast.ts'

/** Steps between the first outcome of a series and its last that have none. */
export interface Gaps {
  /** Those that no row of the file is of. */
  readonly absent: number
  /** The last outcome before the first of these. */
  readonly before: number | undefined
  /** Rows of the file without an outcome, in the order of time; not those whose cell could not be read. */
  readonly blank: readonly number[]
}

/** The gaps of a series. What clocks leave out when they are set forward is none. */
export function gapsOf({ rows, table, target, zone, style, odd }: Asked, forecast: KeyForecast): Gaps {
  const { found, past, key } = forecast
  const { spacing } = found
  if (!spacing || found.missing === 0) return { absent: 0, before: undefined, blank: [] }
  const at = [...past.at].sort((a, b) => a - b)
  const slots = at.map((time) => slotOf(spacing, time))
  const learnt = new Set(slots)
  const last = slots.at(-1) as number
  // Of a long series the last outcomes alone are learnt.
  const from = last + 1 - learnt.size - found.missing
  const cells = table.columns.get(target)
  const own = rows.of(key)
  const empty = new Map<number, number>()
  own.place.forEach((place, r) => {
    const slot = slotOf(spacing, place)
    const isBetween = slot > from && slot < last && !learnt.has(slot)
    if (isBetween && Number.isNaN(own.y[r])) empty.set(slot, own.row[r] as number)
  })
  let [absent, before]: [number, number | undefined] = [0, undefined]
  for (let i = 1; i < at.length; i++) {
    const [earlier, later] = [slots[i - 1] as number, slots[i] as number]
    if (later - earlier < 2 || earlier < from) continue
    const [start, end] = [at[i - 1] as number, at[i] as number]
    let open = later - earlier - 1 - (style.instants ? leftOut(spacing, zone, start, end) : 0)
    for (let slot = earlier + 1; slot < later && open > 0; slot++) if (empty.has(slot)) open--
    if (open > 0) before ??= start
    absent += Math.max(0, open)
  }
  const rowsInOrder = [...empty].sort(([a], [b]) => a - b).map(([, row]) => row)
  // Rows of a series are far apart in the table: its cells are looked at only where one of them could not be read.
  const blank = odd < 0 ? rowsInOrder : rowsInOrder.filter((row) => isMissing(cells?.at(row) ?? ''))
  return { absent, before, blank }
}

/** Steps between two times of the wall clock that it never showed, because it was set forward. */
function leftOut(spacing: Spacing, zone: Zone | undefined, from: number, to: number): number {
  if (!zone || spacing.kind !== 'even') return 0
  const forward = to - zone.instant(to) - (from - zone.instant(from))
  return Math.max(0, Math.round(forward / spacing.milliseconds))
}

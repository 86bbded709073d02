import { type MemoryOptions, PHASE_SIZES } from '../memoryOptions.ts'
import { Ladder } from './ladder.ts'

/** Memories at work that read one ring: of the last scores of a series, of one phase of a season, of all series. */
export interface MemoryGroup {
  readonly ladder: Ladder
  /** Which of the state's rings. */
  readonly source: number
  /** How many rows a series has there, one for each phase; 0 if all series have one together. */
  readonly period: number
  /** How many series further the row is: 0 for a series' own. */
  readonly shift: number
  /** Whether residuals are remembered, and not scores. @default false */
  readonly residuals?: boolean
}

/** The group that answers for memories that are still empty comes first; groups of residuals are the second half. */
export function groupsOf(options: MemoryOptions): readonly MemoryGroup[] {
  const groups = scoreGroups(options)
  if (!options.residuals) return groups
  const rings = Math.max(...groups.map(({ source }) => source)) + 1
  return [
    ...groups,
    ...scoreGroups(options).map((group) => ({ ...group, source: group.source + rings, residuals: true })),
  ]
}

function scoreGroups({ sizes, periods, pool }: MemoryOptions): readonly MemoryGroup[] {
  const ladder = (): Ladder => new Ladder(sizes)
  const own = { ladder: ladder(), source: 0, period: 1, shift: 0 }
  const seasons = periods.map((period, i) => ({
    ladder: new Ladder(PHASE_SIZES),
    source: 1 + i,
    period,
    shift: 0,
  }))
  if (pool === 'all') {
    return [{ ladder: ladder(), source: 1 + periods.length, period: 0, shift: 0 }, own, ...seasons]
  }
  if (pool === 'none') return [own, ...seasons]
  return [own, { ...own, ladder: ladder(), shift: -1 }, { ...own, ladder: ladder(), shift: 1 }, ...seasons]
}

/** The row of a group's rings that a series reads at a time. The first series and the last have one neighbour, twice. */
export function rowOf({ period, shift }: MemoryGroup, rows: number, series: number, time: number): number {
  if (shift !== 0) {
    const beside = series + shift
    return beside >= 0 && beside < rows ? beside : series - shift
  }
  if (period === 1) return series
  return period === 0 ? 0 : series * period + (time % period)
}

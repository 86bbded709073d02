import { choleskyFactor, solveLower, solveLowerTransposed } from '../../math/cholesky.ts'
import { square } from '../../math/powers.ts'
import { type Encoding, type Part, widthOf } from '../../rows/encoding.ts'
import type { Rows, RowsState } from '../../rows/rows.ts'

/** More features than this are screened: most experts see the strongest alone, because their cost grows with the square. */
export const WIDE = 40
/** How many they see. Those come first. */
export const LEAD = 32

export interface ScreenOptions {
  /** The first row that counts. */
  readonly first: number
  /** What is to be forecast, from the outcome of a row: for classes several, which share the room. */
  readonly outcomes: readonly ((y: number) => number)[]
}

/**
 * The same features, the strongest first.
 *
 * Calendar and past outcomes always lead. The others are found in some looks: by how they go with what is left over of y,
 * along a line, in all rows and in the newer half, and in any shape; then y is regressed on what was found, and the next
 * look is at the rest. So of two columns that say the same, one leads. A look is linear in the number of features.
 */
export function screen(rows: Rows, state: RowsState, encoding: Encoding, options: ScreenOptions): Encoding {
  const groups = groupsOf(encoding)
  const always = groups.filter(({ part }) => isAlways(part))
  const free = groups.filter(({ part }) => !isAlways(part))
  const room = LEAD - always.reduce((sum, { names }) => sum + names.length, 0)
  const { first, outcomes } = options
  const found = new Set<number>()
  outcomes.forEach((outcome, i) => {
    const left = free.flatMap(({ at }) => (found.has(at) ? [] : [at]))
    const share = Math.floor((room * (i + 1)) / outcomes.length) - found.size
    for (const at of strongest(tableOf(rows, state, encoding, first, outcome), left, share)) found.add(at)
  })
  const ordered = [
    ...always,
    ...free.filter(({ at }) => found.has(at)),
    ...free.filter(({ at }) => !found.has(at)),
  ]
  return {
    ...encoding,
    names: ordered.flatMap(({ names }) => names),
    parts: ordered.map(({ part }) => part),
  }
}

/**
 * Whether those that lead can go on: no other feature goes with what they leave over of y, in any shape, further than
 * chance would let the best of so many go. Else experts would start again for nothing, which is most of what many cost.
 */
export function leadsStill(
  rows: Rows,
  state: RowsState,
  encoding: Encoding,
  options: ScreenOptions,
): boolean {
  return options.outcomes.every((outcome) => {
    const table = tableOf(rows, state, encoding, options.first, outcome)
    // At the epoch before there must have been rows enough to find all that lead.
    if (table.count < 3 * ROWS_A_FEATURE * LEAD) return false
    const rest = table.y.slice()
    leaveOver(table, [...table.x.keys()].slice(0, LEAD), rest)
    // Of that many χ² with a degree of freedom for each cut the largest is seldom larger (Wilson and Hilferty 1931).
    const spread = 2 / (9 * CUTS.length)
    const root = 1 - spread + Math.sqrt(2 * spread * Math.log(table.x.length))
    const most = CUTS.length * root * root * root
    const unit = along(rest, rest, 0) / table.count
    return table.x.slice(LEAD).every((column) => shapeOf(column, rest) <= most * unit)
  })
}

/** A part of x, its names, and where it begins. */
interface Group {
  readonly part: Part
  readonly names: readonly string[]
  readonly at: number
}

function groupsOf({ parts, names }: Encoding): Group[] {
  let at = 0
  return parts.map((part) => {
    const size = widthOf(part)
    at += size
    return { part, names: names.slice(at - size, at), at: at - size }
  })
}

function isAlways({ from }: Part): boolean {
  return from === 'calendar' || from === 'words' || from === 'lag' || from === 'guide'
}

/** Standardised columns, each a row of its own; and what is to be forecast. */
interface Columns {
  readonly count: number
  readonly x: readonly Float64Array[]
  readonly y: Float64Array
}

/** The last rows that are looked at. */
const LOOKED_AT = 600

function tableOf(
  rows: Rows,
  state: RowsState,
  encoding: Encoding,
  first: number,
  outcome: (y: number) => number,
): Columns {
  const d = encoding.names.length
  const end = state.history.count
  const start = Math.max(first, end - LOOKED_AT)
  const count = end - start
  const x = Array.from({ length: d }, () => new Float64Array(count))
  const y = new Float64Array(count)
  const cells = new Float64Array(d)
  for (let i = 0; i < count; i++) {
    y[i] = outcome(rows.replay(state, encoding, start + i, cells))
    for (let j = 0; j < d; j++) x[j][i] = cells[j]
  }
  for (const column of x) standardise(column)
  standardise(y)
  return { count, x, y }
}

/** Outcomes and features count as no further than this many deviations from their mean. */
const FARTHEST = 4

/** In place: mean 0 and deviation 1, or 0 where nothing varies. */
function standardise(column: Float64Array): void {
  const count = column.length
  let mean = 0
  for (let i = 0; i < count; i++) mean += (column[i] - mean) / (i + 1)
  let squares = 0
  for (let i = 0; i < count; i++) squares += square(column[i] - mean)
  const sd = Math.sqrt(squares / count)
  const unit = sd > 1e-9 * Math.abs(mean) ? 1 / sd : 0
  for (let i = 0; i < count; i++)
    column[i] = Math.max(-FARTHEST, Math.min(FARTHEST, (column[i] - mean) * unit))
}

/** Looks, each at what the features found before it leave over. */
const LOOKS = 4
/** Of the features that a look finds, the parts that are found by the last rows and by any shape; the others by a line. */
const BY_LATE = 1 / 8
const BY_SHAPE = 3 / 8
/** Rows for each feature that is found: of many columns some go with few outcomes by chance, and would be believed. */
const ROWS_A_FEATURE = 6

function strongest(table: Columns, candidates: readonly number[], room: number): number[] {
  const found: number[] = []
  const left = new Set(candidates)
  const rest = table.y.slice()
  const take = (score: (column: Float64Array) => number, most: number): void => {
    const scored = [...left].map((j) => ({ j, score: score(table.x[j]) }))
    // Among equals the earlier column.
    scored.sort((a, b) => b.score - a.score || a.j - b.j)
    for (const { j } of scored.slice(0, Math.min(most, room - found.length))) {
      found.push(j)
      left.delete(j)
    }
  }
  const half = table.count >> 1
  const wanted = Math.min(room, Math.ceil(table.count / ROWS_A_FEATURE))
  for (let look = 1; look <= LOOKS && left.size > 0; look++) {
    const most = Math.round((wanted * look) / LOOKS) - found.length
    const late = Math.round(BY_LATE * most)
    const shaped = Math.round(BY_SHAPE * most)
    take((column) => Math.abs(along(column, rest, 0)), most - late - shaped)
    take((column) => Math.abs(along(column, rest, half)), late)
    take((column) => shapeOf(column, rest), shaped)
    if (look < LOOKS) leaveOver(table, found, rest)
  }
  // The lead has the same length always.
  return [...found, ...[...left].slice(0, room - found.length)]
}

/** Σ x·rest, from a row on. */
function along(column: Float64Array, rest: Float64Array, from: number): number {
  let sum = 0
  for (let i = from; i < rest.length; i++) sum += column[i] * rest[i]
  return sum
}

/** Where the bins of a standardised feature end, and rows of nothing in each. */
const CUTS = [-1.15, -0.67, -0.32, 0, 0.32, 0.67, 1.15]
const BIN_RIDGE = 3

/** What the means of what is left over, in bins of x, explain of it. */
function shapeOf(column: Float64Array, rest: Float64Array): number {
  const sums = new Float64Array(CUTS.length + 1)
  const counts = new Float64Array(CUTS.length + 1)
  for (let i = 0; i < rest.length; i++) {
    let bin = 0
    while (bin < CUTS.length && column[i] > CUTS[bin]) bin++
    sums[bin] += rest[i]
    counts[bin]++
  }
  let explained = 0
  for (let bin = 0; bin < sums.length; bin++) explained += square(sums[bin]) / (counts[bin] + BIN_RIDGE)
  return explained
}

/** Rows of nothing in the regression on what was found. */
const RIDGE = 10

/** rest ← y less its ridge regression on what was found. */
function leaveOver({ x, y, count }: Columns, found: readonly number[], rest: Float64Array): void {
  const p = found.length
  const matrix = new Float64Array(p * p)
  const slopes = new Float64Array(p)
  for (let a = 0; a < p; a++) {
    for (let b = 0; b <= a; b++) matrix[a * p + b] = along(x[found[a]], x[found[b]], 0)
    matrix[a * p + a] += RIDGE
    slopes[a] = along(x[found[a]], y, 0)
  }
  const factor = new Float64Array(p * p)
  if (choleskyFactor(matrix, p, factor) >= 0) return
  solveLower(factor, p, slopes)
  solveLowerTransposed(factor, p, slopes)
  rest.set(y)
  for (let a = 0; a < p; a++) for (let i = 0; i < count; i++) rest[i] -= slopes[a] * x[found[a]][i]
}

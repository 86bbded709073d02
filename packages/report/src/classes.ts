import type { ClassRecord } from '@credence/recipe'
import { listOf, real, type StateShape, shape, string, whole } from 'credence/kinds'

/** What is shown of classes beyond counts: the latest rows, the hardest, and how each class fared along the run. Plain data. */
export interface ClassesState {
  readonly latest: ClassRow[]
  /** The rows that gave the class that came the least probability. */
  readonly hardest: ClassRow[]
  readonly stretches: ClassStretch[]
  /** Rows in a stretch; doubles when there are too many. */
  width: number
  /** By class, tenth after tenth: Σ probability, how often it came, how often it was forecast. */
  readonly reliability: number[][]
}

export interface ClassRow {
  readonly t: number
  /** NaN where rows have no time. */
  readonly time: number
  readonly y: string
  readonly label: string
  /** In the order of the names that were known then. */
  readonly probabilities: readonly number[]
  readonly set: readonly string[]
}

/** Of each class in a stretch of rows: how often it came, was named, and both. */
export interface ClassStretch {
  t: number
  time: number
  rows: number
  readonly came: number[]
  readonly named: number[]
  readonly right: number[]
}

const LATEST = 8
const HARDEST = 10
const MOST_STRETCHES = 120
const MOST_CLASSES = 30
const TENTHS = 10
/** The first rows are learning. */
const LEARNING = 30

const ROW: StateShape<ClassRow> = /* @__PURE__ */ shape<ClassRow>({
  t: real(1),
  time: real(),
  y: string,
  label: string,
  probabilities: listOf(real()),
  set: listOf(string),
})

const STRETCH: StateShape<ClassStretch> = /* @__PURE__ */ shape<ClassStretch>({
  t: real(1),
  time: real(),
  rows: real(1),
  came: listOf(real()),
  named: listOf(real()),
  right: listOf(real()),
})

export const CLASSES: StateShape<ClassesState> = /* @__PURE__ */ shape<ClassesState>({
  latest: listOf(ROW),
  hardest: listOf(ROW),
  stretches: listOf(STRETCH),
  width: whole(1),
  reliability: listOf(listOf(real())),
})

/** @param names of the classes, in order of appearance, that of this row among them */
export function observeClasses(
  state: ClassesState,
  names: readonly string[],
  { t, y, label, probabilities, set }: ClassRecord,
  time: number,
): void {
  if (y === null || label === null || names.length > MOST_CLASSES) return
  const each = names.map((name) => probabilities[name] ?? 0)
  const row = { t, time, y, label, probabilities: each, set: [...set] }
  state.latest.push(row)
  if (state.latest.length > LATEST) state.latest.shift()
  if (t > LEARNING) keepHardest(state.hardest, row, probabilities[y] ?? 0, names)
  observeStretch(state, row, names)
  each.forEach((p, k) => {
    state.reliability[k] ??= new Array(3 * TENTHS).fill(0)
    const bin = 3 * Math.min(TENTHS - 1, Math.floor(p * TENTHS))
    state.reliability[k][bin] += p
    state.reliability[k][bin + 1] += names[k] === y ? 1 : 0
    state.reliability[k][bin + 2]++
  })
}

function keepHardest(hardest: ClassRow[], row: ClassRow, p: number, names: readonly string[]): void {
  const chance = ({ y, probabilities }: ClassRow): number => probabilities[names.indexOf(y)] ?? 0
  const place = hardest.findIndex((other) => chance(other) > p)
  if (place < 0 && hardest.length >= HARDEST) return
  hardest.splice(place < 0 ? hardest.length : place, 0, row)
  if (hardest.length > HARDEST) hardest.pop()
}

function observeStretch(
  state: ClassesState,
  { t, time, y, label }: ClassRow,
  names: readonly string[],
): void {
  const { stretches } = state
  let last = stretches[stretches.length - 1]
  if (!last || last.rows >= state.width) {
    if (stretches.length >= MOST_STRETCHES) join(state)
    last = { t, time, rows: 0, came: [], named: [], right: [] }
    stretches.push(last)
  }
  const [came, named] = [names.indexOf(y), names.indexOf(label)]
  last.t = t
  last.time = time
  last.rows++
  add(last.came, came)
  if (named >= 0) add(last.named, named)
  if (came === named) add(last.right, came)
}

function add(counts: number[], place: number, by = 1): void {
  while (counts.length <= place) counts.push(0)
  counts[place] += by
}

/** Neighbours become one. */
function join(state: ClassesState): void {
  const { stretches } = state
  const joined: ClassStretch[] = []
  for (let i = 0; i < stretches.length; i += 2) {
    const [a, b] = [stretches[i], stretches[i + 1]]
    if (b) {
      a.came.forEach((count, k) => {
        add(b.came, k, count)
      })
      a.named.forEach((count, k) => {
        add(b.named, k, count)
      })
      a.right.forEach((count, k) => {
        add(b.right, k, count)
      })
      b.rows += a.rows
    }
    joined.push(b ?? a)
  }
  stretches.splice(0, stretches.length, ...joined)
  state.width *= 2
}

/** One tenth of the probabilities: what was forecast, how often it came. */
export interface Tenth {
  readonly said: number
  readonly came: number
  readonly rows: number
}

export interface ClassesSummary {
  readonly latest: readonly ClassRowSummary[]
  readonly hardest: readonly ClassRowSummary[]
  /** Rows in a stretch. */
  readonly width: number
  readonly stretches: readonly Omit<ClassStretch, 'time'>[]
  readonly time: readonly (number | null)[]
  /** Of all classes, and by class in the order of the names. */
  readonly reliability: readonly Tenth[]
  readonly byClass: readonly (readonly Tenth[])[]
}

export interface ClassRowSummary extends Omit<ClassRow, 'time'> {
  readonly time: number | null
}

export function summariseClasses({
  latest,
  hardest,
  stretches,
  width,
  reliability,
}: ClassesState): ClassesSummary | undefined {
  if (latest.length === 0) return undefined
  const timed = ({ time, ...row }: ClassRow): ClassRowSummary => ({
    ...row,
    time: Number.isNaN(time) ? null : time,
  })
  const all = reliability.reduce<number[]>(
    (sums, one) => sums.map((sum, i) => sum + one[i]),
    new Array(3 * TENTHS).fill(0),
  )
  return {
    latest: latest.map(timed),
    hardest: hardest.map(timed),
    width,
    stretches: stretches.map(({ time: _, ...stretch }) => stretch),
    time: stretches.map(({ time }) => (Number.isNaN(time) ? null : time)),
    reliability: tenthsOf(all),
    byClass: reliability.map(tenthsOf),
  }
}

function tenthsOf(sums: readonly number[]): Tenth[] {
  return Array.from({ length: TENTHS }, (_, i) => {
    const [said, came, rows] = sums.slice(3 * i, 3 * i + 3)
    return { said: said / rows, came: came / rows, rows }
  }).filter(({ rows }) => rows > 0)
}

import { between, counter, nullable, type StateShape, shape, whole } from '../base/shape.ts'
import { featuresAt, placeOf, pushRow, type Rows, rowsOf } from '../panels/rows.ts'
import { Absolute } from '../trees/boosting/absolute.ts'
import { BINS } from '../trees/boosting/bins.ts'
import { Grower } from '../trees/boosting/grower.ts'
import { predictTrees, type Trees, treesOf } from '../trees/boosting/trees.ts'

/** Boosted trees over the rows of all series. Plain data. */
export interface GroveState {
  /** The rows that are learnt from: features and outcome. */
  readonly rows: Rows
  trees: Trees
  /** Those grown before them. */
  before: Trees
  /** Trees that were grown when the last period was closed: they forecast when the next one is. */
  coming: Trees | null
  /** Rows so far, and those at which trees are grown anew. */
  learnt: number
  next: number
}

/** Rows of the period that is open: a part of those that came, spread evenly over series and steps. Plain data. */
export interface OpenRows {
  kept: Rows
  part: number
  came: number
}

/** Rows that are remembered, of so many periods at least. */
const MEMORY = 24_000
const PERIODS = 100
const SEASONS = 4
/** Rows of the first trees, and the part by which rows must have grown before the next. */
const FIRST = 200
const MORE = 0.4
const TREES = 60
const DEPTH = 4
const SHRINKAGE = 0.1
const LEAF = 20
/** Parts of whole numbers that spread rows which are kept evenly over series and steps: in the open period, and of it. */
const SILVER = Math.SQRT2 - 1
const GOLDEN = 0.618033988749895
/** Part of a hundred million rows in one period. */
const LEAST_PART = 1 / 4096

/**
 * Trees over the rows of all series, grown anew from time to time, by absolute errors.
 *
 * Those grown last and those before them forecast together: their mean is better than the last ones alone.
 *
 * Nothing is drawn. Trees that are grown when a period is closed forecast from the next one on: so what is known within
 * a period is known without growing any.
 */
export class Grove {
  readonly dimension: number
  readonly shape: StateShape<GroveState>
  readonly open: StateShape<OpenRows>
  readonly #rows: StateShape<Rows>
  /** Rows of one period that are kept. */
  readonly #most: number

  /** @param season rows of the longest season */
  constructor(dimension: number, season: number) {
    this.dimension = dimension
    this.#most = Math.ceil(MEMORY / Math.max(PERIODS, SEASONS * season))
    const splits = TREES * ((1 << DEPTH) - 1)
    const trees = treesOf(TREES, Math.min(splits, dimension * BINS))
    this.#rows = rowsOf(MEMORY, dimension)
    this.open = shape<OpenRows>({
      kept: this.#rows,
      part: between(LEAST_PART, 1, 1),
      came: whole(0, ({ part }: OpenRows) => (2 * MEMORY) / part),
    })
    this.shape = shape<GroveState>({
      rows: this.#rows,
      trees,
      before: trees,
      coming: nullable(trees),
      learnt: counter,
      next: whole(0, Number.MAX_SAFE_INTEGER, FIRST),
    })
  }

  /** As it is when the open period is closed, but for the rows: no forecast needs them. */
  ahead(state: GroveState): GroveState {
    const next = { ...state, rows: this.#rows() }
    turn(next)
    return next
  }

  /** Takes the rows of a period in. */
  close(state: GroveState, { kept: rows }: OpenRows): void {
    turn(state)
    const part = Math.min(1, this.#most / rows.count)
    for (let i = 0; i < rows.count; i++) {
      if (((state.learnt + i) * GOLDEN) % 1 >= part) continue
      const place = placeOf(rows, i)
      pushRow(state.rows, MEMORY, featuresAt(rows, place), rows.ys[place])
    }
    state.learnt += rows.count
    if (state.learnt < state.next || state.rows.count < FIRST) return
    state.coming = this.#grow(state.rows)
    state.next = state.learnt + Math.ceil((MORE * state.rows.count) / part)
  }

  /** A row of the open period. */
  learn(open: OpenRows, x: Float64Array, y: number): void {
    const at = (open.came++ * SILVER) % 1
    if (at >= open.part) return
    if (open.kept.count === MEMORY) this.#halve(open)
    if (at < open.part) pushRow(open.kept, MEMORY, x, y)
  }

  #halve(open: OpenRows): void {
    const { kept, part } = open
    open.kept = this.#rows()
    open.part = 0.5 * part
    for (let i = 0, k = 0; i < open.came && k < kept.count; i++) {
      const at = (i * SILVER) % 1
      if (at >= part) continue
      const place = placeOf(kept, k++)
      if (at < open.part) pushRow(open.kept, MEMORY, featuresAt(kept, place), kept.ys[place])
    }
  }

  /** NaN before there are trees. */
  predict({ trees, before }: GroveState, x: Float64Array): number {
    if (trees.count === 0) return Number.NaN
    const last = predictTrees(trees, x)
    return before.count === 0 ? last : 0.5 * (last + predictTrees(before, x))
  }

  #grow(rows: Rows): Trees {
    const d = this.dimension
    const { count } = rows
    const xs = new Float64Array(count * d)
    const ys = new Float64Array(count)
    for (let i = 0; i < count; i++) {
      const place = placeOf(rows, i)
      const x = featuresAt(rows, place)
      for (let j = 0; j < d; j++) xs[i * d + j] = x[j]
      ys[i] = rows.ys[place]
    }
    const grower = new Grower(count, d, {
      trees: TREES,
      depth: DEPTH,
      shrinkage: SHRINKAGE,
      leaf: LEAF,
      ridge: 0,
    })
    const bare = { count, next: 0, xs, ys }
    const growth = grower.start(bare)
    grower.prepare(growth, bare, d)
    const loss = new Absolute(count, 1 << DEPTH)
    for (let tree = 0; tree < TREES; tree++) grower.grow(growth, count, loss)
    return growth.trees
  }
}

/** Trees that were coming forecast from now on. */
function turn(state: GroveState): void {
  if (state.coming === null) return
  state.before = state.trees
  state.trees = state.coming
  state.coming = null
}

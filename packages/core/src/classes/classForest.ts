import { type Options, options } from '../base/options.ts'
import { expectWhole } from '../base/save/shape.ts'
import { also, counter, listOf, randomStream, shape, upTo, whole } from '../base/shape.ts'
import { keptRounds, members } from '../base/values.ts'
import { integerBelow, type Rng, seededRng, uniform } from '../math/rng.ts'
import type { ClassPanel, ClassRule } from '../nouns/classRule.ts'
import { placeOf, pushRow, type Rows, rowsOf } from '../panels/rows.ts'
import { type ClassTree, classTreeOf, countRow, TreeBuilder, writeChances } from './classTree.ts'
import { grown } from './grown.ts'

export interface ClassForestOptions {
  /** Number of trees. @default 20 */
  readonly trees?: number
  /** Rounds that are remembered, and that a tree is grown on. @default 2000 */
  readonly window?: number
}

export const CLASS_FOREST: Options<ClassForestOptions> = /* @__PURE__ */ options('classForest', {
  trees: { value: members, default: 20 },
  window: { value: keptRounds, default: 2000 },
})

export interface ClassForestState {
  /** How many classes there are among the rows. */
  classes: number
  readonly rows: Rows
  readonly rng: Rng
  readonly trees: ClassTree[]
  /** The tree that is grown next, and in which round. */
  turn: number
  next: number
  round: number
}

/** Rows of the first tree; fewest rows in a leaf; and how many splits lead to it at most. */
const FIRST = 10
const LEAF = 4
const DEPTH = 10
/** A tree has no more leaves than this divided by the number of classes: leaves grow where classes are many. */
const LEAVES = 8192
/** A tree is grown every so many rows of those it is grown on: a round costs as much however many these are. */
const PACE = 150
/** Of √d features a split looks at so many, each at two cuts. */
const WIDTH = 2
const CUTS = 2

/**
 * Extremely randomised trees (Geurts, Ernst & Wehenkel 2006) on classes, each grown anew in its turn on the last rows.
 *
 * A split is the best of some features at random cuts, by the Gini index. Every row is counted in all trees as it comes.
 * A leaf says what its rows say, and, as one row more, what the node above it says, and so on up to the root. It costs
 * about as much however many classes there are.
 */
export function classForest(given: ClassForestOptions = {}): ClassRule<ClassForestState> {
  const { trees, window } = CLASS_FOREST.read(given)
  return {
    description: { kind: 'class-forest', trees, window },
    bind: ({ dimension }) => forestOf(trees, window, dimension),
  }
}

function forestOf(size: number, window: number, dimension: number): ClassPanel<ClassForestState> {
  let own: Float64Array = new Float64Array(0)

  return {
    capacity: 1,
    init: shape<ClassForestState>({
      classes: counter,
      rows: also(rowsOf(window, dimension), ({ ys, count }, path, state) => {
        const most = Math.max(0, (state as ClassForestState).classes - 1)
        for (let i = 0; i < count; i++) expectWhole(`${path}.ys[]`, ys[i], 0, most)
      }),
      rng: randomStream(() => seededRng(1)),
      trees: upTo(size, listOf(classTreeOf(dimension))),
      // While trees are few, the next one is one more.
      turn: whole(
        ({ trees }: ClassForestState) => (trees.length < size ? trees.length : 0),
        ({ trees }: ClassForestState) => (trees.length < size ? trees.length : size - 1),
      ),
      next: whole(0, Number.MAX_SAFE_INTEGER, FIRST),
      round: counter,
    }),
    predict({ trees }, x, classes, out) {
      if (trees.length === 0) {
        out.fill(Number.NaN, 0, classes)
        return
      }
      own = grown(own, classes)
      out.fill(0, 0, classes)
      for (const tree of trees) {
        writeChances(tree, x, classes, own)
        for (let c = 0; c < classes; c++) out[c] += own[c]
      }
      for (let c = 0; c < classes; c++) out[c] /= trees.length
    },
    update(state, x, y, classes) {
      const { rows, rng, trees } = state
      state.classes = classes
      pushRow(rows, window, x, y)
      state.round++
      for (const tree of trees) countRow(tree, x, y, classes)
      if (dimension === 0 || state.round < state.next) return
      state.next = state.round + Math.ceil(rows.count / PACE)
      trees[state.turn] = new Growing(rows, rng, dimension, classes).tree()
      state.turn = (state.turn + 1) % size
    },
  }
}

/** One tree on the rows that are remembered. */
class Growing {
  readonly #rows: Rows
  readonly #rng: Rng
  readonly #dimension: number
  readonly #classes: number
  readonly #leaf: number
  /** How many features a split looks at. */
  readonly #width: number
  /** Places of the rows, those of a node side by side. */
  readonly #order: Int32Array
  readonly #builder: TreeBuilder
  readonly #left: Float64Array

  constructor(rows: Rows, rng: Rng, dimension: number, classes: number) {
    this.#rows = rows
    this.#rng = rng
    this.#dimension = dimension
    this.#classes = classes
    this.#leaf = Math.max(LEAF, Math.ceil((rows.count * classes) / LEAVES))
    this.#width = Math.round(WIDTH * Math.sqrt(dimension))
    this.#order = Int32Array.from({ length: rows.count }, (_, i) => placeOf(rows, i))
    this.#builder = new TreeBuilder(classes)
    this.#left = new Float64Array(classes)
  }

  tree(): ClassTree {
    this.#grow(0, this.#order.length, 0)
    return this.#builder.build()
  }

  /** A node of the rows from `from` to `to`, and all below it; returns its place. */
  #grow(from: number, to: number, depth: number): number {
    const counts = new Float64Array(this.#classes)
    for (let i = from; i < to; i++) counts[this.#rows.ys[this.#order[i]]]++
    const node = this.#builder.add(counts)
    const isPure = counts[this.#rows.ys[this.#order[from]]] === to - from
    if (isPure || depth === DEPTH || to - from < 2 * this.#leaf) return node
    const cut = this.#search(from, to, counts)
    if (!cut) return node
    const middle = this.#part(from, to, cut)
    this.#grow(from, middle, depth + 1)
    this.#builder.split(node, cut.feature, cut.threshold, this.#grow(middle, to, depth + 1))
    return node
  }

  /** The best of the cuts that are drawn; a feature that is the same in both rows drawn for it does not count as one. */
  #search(from: number, to: number, counts: Float64Array): Cut | undefined {
    let best: Cut | undefined
    let most = Number.NEGATIVE_INFINITY
    let looks = this.#width
    for (let draw = 0; draw < 4 * this.#width && looks > 0; draw++) {
      const feature = integerBelow(this.#rng, this.#dimension)
      let differs = false
      for (let k = 0; k < CUTS; k++) {
        const [a, b] = [this.#drawn(from, to, feature), this.#drawn(from, to, feature)]
        if (a === b) continue
        differs = true
        const cut = { feature, threshold: a + uniform(this.#rng) * (b - a) }
        if (!Number.isFinite(cut.threshold)) continue
        const purity = this.#purity(from, to, cut, counts)
        if (purity <= most) continue
        most = purity
        best = cut
      }
      if (differs) looks--
    }
    return best
  }

  #drawn(from: number, to: number, feature: number): number {
    return this.#at(from + integerBelow(this.#rng, to - from), feature)
  }

  #at(i: number, feature: number): number {
    return this.#rows.xs[this.#order[i] * this.#dimension + feature]
  }

  /** Σn²/N on both sides, the most where classes are told apart; −∞ if a side has too few rows. */
  #purity(from: number, to: number, { feature, threshold }: Cut, counts: Float64Array): number {
    const { xs, ys } = this.#rows
    const left = this.#left.fill(0)
    let few = 0
    for (let i = from; i < to; i++) {
      const place = this.#order[i]
      if (xs[place * this.#dimension + feature] > threshold) continue
      left[ys[place]]++
      few++
    }
    const rest = to - from - few
    if (few < this.#leaf || rest < this.#leaf) return Number.NEGATIVE_INFINITY
    let [below, above] = [0, 0]
    for (let c = 0; c < left.length; c++) {
      const right = counts[c] - left[c]
      below += left[c] * left[c]
      above += right * right
    }
    return below / few + above / rest
  }

  /** Brings rows that are not above the cut before the others; returns where these begin. */
  #part(from: number, to: number, { feature, threshold }: Cut): number {
    let [low, high] = [from, to - 1]
    while (low <= high) {
      if (this.#at(low, feature) > threshold) {
        const place = this.#order[low]
        this.#order[low] = this.#order[high]
        this.#order[high--] = place
      } else low++
    }
    return low
  }
}

interface Cut {
  readonly feature: number
  readonly threshold: number
}

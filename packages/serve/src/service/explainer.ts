import type { ColumnReasons } from '@credence/client'
import { type Explaining, type Reasons, sharesOfReasons } from 'credence/auto'
import { turn } from '../base/slices.ts'
import type { Entry } from '../keyed/entry.ts'
import type { Keyed } from '../keyed/keyed.ts'
import { answering } from '../learning/seriesFold.ts'
import type { SeriesState } from '../learning/seriesState.ts'
import { streamOf } from '../models/registry.ts'
import type { ModelRecord } from '../models/registryFold.ts'

/** Rows over which columns are judged: some of the last ones. */
const LAST_ROWS = 100
/** How many of them are explained: between these two, so that all take about so many forecasts. */
const FEWEST = 5
const MOST = 25
const FORECASTS = 400
/** Milliseconds of a look at a key, before others have their turn. */
const SLICE = 5
/** Milliseconds before a key is explained anew. */
const APART = 10_000
const GOLDEN = (Math.sqrt(5) - 1) / 2
/** Keys whose columns are remembered. */
const KEPT = 1000

interface Known {
  readonly seq: number
  readonly epoch: number
  readonly live: number
  readonly since: number
  readonly answer: Promise<ColumnReasons>
}

/**
 * Which columns matter to the forecasts of a key, when somebody asks.
 *
 * It takes two forecasts a column for each row that is explained. So only some rows are, one key at a time, in slices
 * between the events of its lane; the answer is kept until the next event, and for ten seconds at least.
 */
export class Explainer {
  readonly #keyed: Keyed<SeriesState>
  readonly #known = new Map<string, Known>()
  /** One after the other: many who ask take no more of the worker than one. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(keyed: Keyed<SeriesState>) {
    this.#keyed = keyed
  }

  /** Undefined if the key was never seen. */
  async columns(model: ModelRecord, key: string): Promise<ColumnReasons | undefined> {
    const stream = streamOf(model, key)
    const place = await this.#keyed.read(stream, ({ state, seq, epoch }) =>
      state.deleted || state.order.length === 0 ? undefined : { seq, epoch, live: model.live },
    )
    if (!place) return undefined
    const known = this.#known.get(stream)
    if (known && isCurrent(known, place)) return known.answer
    const answer = this.#last.then(() => this.#explain(stream, model.live))
    this.#last = answer.catch(() => this.#known.delete(stream))
    this.#known.delete(stream)
    this.#known.set(stream, { ...place, since: performance.now(), answer })
    const [oldest] = this.#known.keys()
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest)
    return answer
  }

  async #explain(stream: string, live: number): Promise<ColumnReasons> {
    const found: Reasons[] = []
    let wanted = MOST
    let about = { version: live, round: 0 }
    let left: readonly number[] | undefined
    let row: Explaining | null = null
    const some = ({ state }: Entry<SeriesState>): void => {
      const own = answering(state, live)
      if (!own) {
        wanted = 0
        row = null
        return
      }
      if (!left) {
        const { rounds } = own.series.view()
        about = { version: versionOf(state, live), round: rounds }
        left = spreadRows(rounds)
      }
      const end = performance.now() + SLICE
      // An event may come in the middle of a row: it moves a forecast by little, and the row counts as it is.
      while (isUnderWay() && performance.now() < end) {
        if (!row) [row, left] = [own.series.reasons(left[0] as number), left.slice(1)]
        const { done, value: reasons } = row?.next() ?? { done: false, value: undefined }
        if (!done) continue
        row = null
        found.push(reasons)
        wanted = Math.max(FEWEST, Math.min(MOST, Math.floor(FORECASTS / (2 * reasons.columns.length + 2))))
      }
    }
    const isUnderWay = (): boolean =>
      row !== null || (found.length < wanted && (left === undefined || left.length > 0))
    while (isUnderWay()) {
      await this.#keyed.read(stream, some)
      await turn()
    }
    const columns = found.length < FEWEST ? [] : sharesOfReasons(found)
    return { ...about, rows: found.length, columns }
  }
}

function isCurrent(known: Known, { seq, epoch, live }: Pick<Known, 'seq' | 'epoch' | 'live'>): boolean {
  if (known.epoch !== epoch || known.live !== live) return false
  return known.seq === seq || performance.now() - known.since < APART
}

function versionOf({ versions, order }: SeriesState, live: number): number {
  return versions.has(live) ? live : (order[0] as number)
}

/** Which of the last rows may be explained, in their order: spread so that no day or week is met at one place only. */
function spreadRows(rounds: number): readonly number[] {
  const all = Math.min(LAST_ROWS, rounds)
  const places = Array.from({ length: 4 * LAST_ROWS }, (_, n) => 1 + Math.floor(((n * GOLDEN) % 1) * all))
  return [...new Set(places)].slice(0, Math.min(MOST, all))
}

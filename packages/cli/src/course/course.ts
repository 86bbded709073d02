import {
  aheadOf,
  coverageOf,
  type Facts,
  namedColumns,
  planRecipe,
  type Recipe,
  type RecordOptions,
  type RowLearner,
  type RowLearners,
  type RowPlan,
  type RowRecord,
  readsText,
  textColumns,
} from '@credence/recipe'
import { RunStatistics, type RunSummary } from '@credence/report'
import { ArgumentError, NumericalError } from 'credence'
import { type DateOrder, type UnreadDates, unreadDates } from 'credence/auto'
import { misfit } from 'credence/kinds'
import type { Batch, Table } from 'credence/stream'
import { inPlace, UserError } from '../base/failure.ts'
import { expectFewClasses } from '../input/classesIn.ts'
import { keyName } from '../input/findBy.ts'
import type { Input } from '../input/input.ts'
import { PEEKED } from '../input/peeked.ts'
import { accountOf } from './account.ts'
import type { Checkpoint, WatchedSoFar } from './checkpoint.ts'
import { doubtOf } from './doubt.ts'
import { futureOf, picturesAhead } from './future.ts'
import { Kept } from './keep.ts'
import type { KeysOnThreads } from './keysOnThreads.ts'
import {
  aboutClasses,
  expectGiven,
  expectNumbers,
  expectOrder,
  gatherFacts,
  kindsOf,
  rangeOf,
  timesOf,
} from './known.ts'
import { type Arrived, type Known, Rows } from './rows.ts'
import { SeriesOf } from './series.ts'
import { Skipped } from './skipped.ts'
import { threadsFor } from './threadsFor.ts'
import { seasonOf } from './time.ts'

export interface CourseOptions {
  /** Whether to report the weights of the experts. */
  readonly weights?: boolean
  /** Whether to report every expert. */
  readonly experts?: boolean
  readonly keep?: string
  /** The column whose values part the rows into groups. */
  readonly group?: string
  readonly time?: string | undefined
  readonly dates?: DateOrder | undefined
  readonly skipBadRows?: boolean
  /** Whether the user said what the task is. @default false */
  readonly asked?: boolean
  /** Whether a checksum of the rows is kept, for a checkpoint. @default false */
  readonly summed?: boolean
  /** Whether statistics are kept, for a summary, a page or a checkpoint. @default true */
  readonly watch?: boolean
  /** Whether all is kept that the pictures of a page show. @default false */
  readonly pictured?: boolean
  /** Which rows are explained in their records: some, at most so many that a run takes twice as long, or all. */
  readonly explainRows?: 'some' | 'all'
  /** What an earlier run took for the columns that tell series apart. @default found where a recipe of auto does not say */
  readonly knownBy?: readonly string[] | undefined
  /** The checkpoint of the run, beside which states of many series are kept. */
  readonly save?: string | undefined
  /** How many threads learn many series; `found`: as many as are worth it. @default 1 */
  readonly threads?: number | 'found' | undefined
  /** Plugins that the recipe names, which have been loaded. */
  readonly pluginPaths?: readonly string[]
}

/** What records have, where the model does not say. */
const FIELDS = {
  t: 1,
  y: 0,
  mean: 0,
  median: 0,
  sd: 0,
  lower: 0,
  upper: 0,
  probability: 0,
  pointLoss: 0,
  loss: 0,
}

/** Rows between two that are explained, for each column: a page shows a few, whose cost cannot be noticed. */
const EXPLAINED = { all: 0, some: 1, few: 8 } as const

/** What records and statistics need to know of each round. */
function reportedOf({
  weights = false,
  experts = false,
  explainRows,
  watch = true,
  pictured = false,
}: CourseOptions): RecordOptions {
  const reasons = explainRows ? EXPLAINED[explainRows] : pictured ? EXPLAINED.few : undefined
  const reasonsWritten = explainRows !== undefined
  return { weights, experts, law: watch, inner: pictured, reasons, reasonsWritten }
}

interface CourseParts {
  readonly rows: Rows
  readonly kept: Kept
  readonly skipped: Skipped | undefined
  readonly again: boolean
  readonly file: string
  readonly watch: boolean
  readonly pictured: boolean
  readonly asked: boolean
  readonly facts: Facts
  readonly series: SeriesOf
  /** Lets threads take the rows, where that is wished and can be; looks at the first rows. */
  threaded(first: Batch, timed: boolean): KeysOnThreads | undefined
}

/** A run whose rows threads might take. */
interface Threadable {
  readonly session: ReturnType<SeriesOf['session']>
  readonly rows: Rows
  /** Of the file, if it is known. */
  readonly bytes: Input['size']
  readonly threads: CourseOptions['threads']
}

/** Some rows of a batch that can be taken. */
export interface Piece {
  readonly batch: Batch
  readonly from: number
  readonly to: number
}

/** A record with the user's own columns in front. */
export type OutputRecord = RowRecord & Readonly<Record<string, unknown>>

/** A recipe on its way along the rows of an input: one record out for each row in, and statistics of them all. */
export class Course {
  readonly recipe: Recipe
  readonly session: RowLearner | RowLearners
  readonly series: SeriesOf
  readonly rows: Rows
  readonly skipped: Skipped | undefined
  readonly #table: Table
  readonly #plan: RowPlan
  readonly #kept: Kept
  readonly #start = performance.now()
  readonly #again: boolean
  readonly #file: string
  readonly #watch: boolean
  readonly #pictured: boolean
  readonly #asked: boolean
  readonly #facts: Facts
  readonly #threaded: CourseParts['threaded']
  #threads: KeysOnThreads | undefined
  #statistics: RunStatistics | undefined
  #earlier = 0
  /** Whether a row had an outcome, here or in the run that this one goes on from. */
  hasLearnt = false
  #undated: readonly UnreadDates[] = []
  #doubt: string | undefined

  private constructor(
    recipe: Recipe,
    table: Table,
    plan: RowPlan,
    session: RowLearner | RowLearners,
    parts: CourseParts,
  ) {
    this.recipe = recipe
    this.session = session
    this.series = parts.series
    this.rows = parts.rows
    this.skipped = parts.skipped
    this.#table = table
    this.#plan = plan
    this.#kept = parts.kept
    this.#again = parts.again
    this.#file = parts.file
    this.#watch = parts.watch
    this.#pictured = parts.pictured
    this.#asked = parts.asked
    this.#facts = parts.facts
    this.#threaded = parts.threaded
  }

  static async open(
    written: Recipe,
    input: Input,
    options: CourseOptions,
    signal?: AbortSignal,
  ): Promise<Course> {
    const { watch = true, pictured = false, asked = false } = options
    const skipped = options.skipBadRows ? new Skipped() : undefined
    const series = await SeriesOf.in(written, input, options.knownBy, signal)
    const { by, recipe } = series
    if (recipe.task === 'auto' && input.again && !series.areMany && !skipped && options.knownBy === undefined)
      await expectFewClasses(input, recipe.target, recipe.as, signal)
    const kept = new Kept({ ...timesOf(recipe), ...options, by })
    const named = namedColumns(recipe)
    const columns =
      named &&
      ((names: readonly string[], numeric: readonly string[]) => [
        ...named,
        ...kept.numbers(expectGiven(recipe, named, names, input.name), names, numeric),
      ])
    const text = (names: readonly string[], numeric: readonly string[]): readonly string[] => {
      kept.expectNames(names)
      return readsText(recipe) ? names : [...new Set([...textColumns(recipe), ...kept.text(names, numeric)])]
    }
    const reading = { signal, onBadRow: skipped?.add }
    const table = await input.open({ ...reading, columns, text })
    expectNumbers(recipe, table, input.name)
    const names = readsText(recipe) ? table.allNames : table.names
    const plan = planRecipe(recipe, names)
    const rows = new Rows(table, plan, options.summed ?? false, by)
    if (series.areMany && plan.needs.rows)
      throw new UserError('with "by" a recipe needs its horizon: the rows of each series are not counted')
    const facts = await gatherFacts(plan, input, { ...reading, columns: named })
    const known = { ...facts, first: await rows.firstRows() }
    const reported = reportedOf(options)
    const session = series.session(plan.begin(known, reported), options.save)
    const work = { recipe, names, facts: known, reported, plugins: options.pluginPaths ?? [] }
    const threaded = (first: Batch, timed: boolean): KeysOnThreads | undefined =>
      onThreads(series, work, { session, rows, bytes: input.size, threads: options.threads }, first, timed)
    return new Course(written, table, plan, session, {
      series,
      rows,
      kept,
      skipped,
      again: input.again,
      file: input.name,
      watch,
      pictured,
      asked,
      facts: known,
      threaded,
    })
  }

  /** The recipe, with all that was found out. */
  explain(): object {
    return this.#plan.explain(this.#facts)
  }

  /** Hands the states of many series to their files, and returns what else is needed to go on. */
  async save(): Promise<Pick<Checkpoint, 'columns' | 'session' | 'series'>> {
    const { session } = this
    const columns = this.#columns
    if (!this.#threads) return { columns, session: session.save(), series: this.series.left }
    await this.#threads.hand()
    return { columns, session: (session as RowLearners).left, series: this.series.left }
  }

  /** All rows were taken: what threads know comes here. */
  async finish(): Promise<void> {
    await this.#threads?.bring()
  }

  /** Goes on where an earlier run stopped. @param path of its checkpoint */
  restore({ columns, session, series, watched, refused, row }: Checkpoint, path: string): void {
    expectOrder(this.#columns, columns, this.#file)
    this.hasLearnt = true
    this.series.restore(series, path)
    this.session.restore(session)
    // Else rows would be learnt twice, or never.
    const learnt = row - (refused?.count ?? 0)
    if (this.session.t !== learnt) misfit('session.t', String(learnt), this.session.t)
    if (this.skipped && refused) this.skipped.refused = refused
    if (!watched) return
    this.#statistics = new RunStatistics(watched.options, watched.state)
    this.#earlier = watched.seconds
  }

  get watched(): WatchedSoFar | null {
    const statistics = this.#statistics
    return statistics
      ? { options: statistics.options, state: statistics.state, seconds: this.#seconds }
      : null
  }

  /** The batches as they arrive, each with its first row that is not known yet: `take` takes their rows in turn. */
  async *batches(known?: Known): AsyncGenerator<Arrived, void, void> {
    let settled = false
    for await (const arrived of this.rows.after(known)) {
      // Always by the first batch of all, so that a run which goes on finds what the first run found.
      if (!settled) this.#settle(arrived.batch)
      settled = true
      if (arrived.from < arrived.batch.size) yield arrived
    }
  }

  /**
   * The rows as they can be taken. With threads one piece is learnt ahead, but none beyond a stop: there the run can be
   * saved. A signal ends it at the end of a piece.
   *
   * @param every rows between two stops
   */
  async *pieces(
    known: Known | undefined,
    every: number,
    signal: AbortSignal,
  ): AsyncGenerator<Piece, void, void> {
    let begun = false
    for await (const { batch, from } of this.batches(known)) {
      if (!begun) this.#threads = this.#threaded(batch, this.#kept.times !== null)
      begun = true
      if (!this.#threads) {
        yield { batch, from, to: batch.size }
        continue
      }
      const before = this.rows.read - from
      let at = from
      for await (const to of this.#threads.pieces(
        batch,
        from,
        (end) => (before + end) % every === 0,
        signal,
      )) {
        yield { batch, from: at, to }
        at = to
      }
    }
  }

  /** Whether rows are learnt by threads before they are taken. */
  get isThreaded(): boolean {
    return this.#threads !== undefined
  }

  /** Row r of a batch: one round, and its record; undefined for a row that is passed over. */
  take(batch: Batch, r: number): OutputRecord | undefined {
    const { rows } = this
    rows.load(batch, r)
    const record = this.#step(batch, r)
    rows.took()
    if (record === undefined) return undefined
    if (record.y !== null) this.hasLearnt = true
    if (this.#watch) {
      const line = batch.lines[r] as number
      if (this.series.areMany) this.#statistics?.observeKey(keyName(rows.key))
      const timeCell = (): string => this.#kept.timeCell(batch, r)
      this.#statistics?.observeTime(this.#kept.timeAt(batch, r), line, timeCell, record.y !== null)
      if (this.#pictured) this.#statistics?.observeCells(this.#features, rows.texts)
      const { unread } = this.session
      if (unread !== undefined) this.#statistics?.observeUnread(unread, line)
      const details = this.#threads ? { lawAt: this.#threads.lawAt } : this.session
      this.#statistics?.add(record, details, this.#kept.groupAt(batch, r))
    }
    return this.#kept.isEmpty ? record : { ...this.#kept.cells(batch, r), ...record }
  }

  #step(batch: Batch, r: number): RowRecord | undefined {
    try {
      const { values, texts, key } = this.rows
      return this.#threads ? this.#threads.next(key) : this.session.step(values, texts, key)
    } catch (error) {
      // The line is what a user can look up; the library does not know it.
      inPlace(`${this.rows.unit} ${batch.lines[r]}`, error)
      const isRow = error instanceof ArgumentError || error instanceof NumericalError
      if (this.recipe.task === 'classification' && isRow && error.code === 'bad-outcome')
        error.message += `. ${aboutClasses(this.target, this.#table, this.#file)}`
      if (isRow && this.skipped === undefined) error.message = `${this.#file}, ${error.message}`
      if (this.skipped === undefined || !isRow) throw error
      this.skipped.refuse(error)
      return undefined
    }
  }

  #settle(first: Batch): void {
    const kept = this.#kept
    // What passes only once may come in pieces of any size: nothing is found from the first of them.
    const found =
      this.#statistics?.options.groupedBy ??
      textColumns(this.recipe)[0] ??
      (this.#again && !this.#statistics ? undefined : null)
    const fields = Object.keys(this.session.model.shape ?? FIELDS)
    kept.settle(this.#table, first, { target: this.target, fields }, found)
    this.#look(first)
    if (this.#statistics) return
    const times = this.#timesOf(first)
    const { recipe } = this
    const coverage = coverageOf(recipe)
    const labels = this.session.classifies
    const groupedBy = this.series.areMany ? null : (kept.group ?? null)
    const season = seasonOf(times)
    const ahead = aheadOf(recipe)
    const series = { by: this.series.by, byFound: this.series.found }
    const changes = this.#pictured && !this.series.areMany
    this.#statistics = new RunStatistics({ coverage, labels, season, ahead, groupedBy, changes, ...series })
  }

  /** Times of the first rows; of many series those of the first, because they show the season. */
  #timesOf(first: Batch): number[] {
    const at = Array.from({ length: first.size }, (_, r) => r)
    const own = !this.series.areMany
      ? at
      : at.filter((r) => this.rows.keyAt(first, r) === this.rows.keyAt(first, 0))
    return own.slice(0, PEEKED).map((r) => this.#kept.timeAt(first, r))
  }

  /** What the first rows leave open: dates that are not read, and numbers that may be classes. */
  #look(first: Batch): void {
    const { textNames } = this.#table
    const size = Math.min(first.size, PEEKED)
    const cells = Array.from({ length: size }, (_, r) =>
      first.texts.slice(r * textNames.length, (r + 1) * textNames.length),
    )
    const dated = textNames.map((name) => (name === this.target ? '' : name))
    this.#undated = unreadDates(dated, cells, this.#kept.wish)
    if (this.#asked) return
    const place = this.#table.names.indexOf(this.target)
    const text = textNames.indexOf(this.target)
    const outcomes = cells.map((row, r) =>
      text >= 0 ? row[text] : first.values[r * this.#table.names.length + place],
    )
    this.#doubt = doubtOf(this.target, outcomes, this.recipe, this.session.classifies)
  }

  get #seconds(): number {
    return this.#earlier + (performance.now() - this.#start) / 1000
  }

  get #columns(): readonly string[] {
    const { texts, columns } = this.#plan
    return columns.length === 0 ? texts : [...columns.slice(0, -1), ...texts, ...columns.slice(-1)]
  }

  /** The column that is forecast. */
  get target(): string {
    return this.#columns.at(-1) as string
  }

  /** The columns whose cells are read as text, but for times: those whose unusual cells can be named. */
  get #features(): readonly string[] {
    const { texts, columns } = this.#plan
    return columns.length === 0 ? texts.slice(0, -1) : texts
  }

  /** What can be said of the rows so far; undefined before the first, and where no statistics are kept. */
  summary(): RunSummary | undefined {
    const statistics = this.#statistics
    if (!statistics || !this.#watch) return undefined
    const columns = this.#columns
    const target = this.target
    const used = columns.slice(0, -1)
    const times = this.#kept.times?.columns ?? []
    const known = new Set([...columns, ...times, ...this.series.by, this.#kept.said])
    const names = this.recipe.task === 'experts' ? used : undefined
    const { learner } = this.session
    const summary = statistics.summary({
      seconds: this.#seconds,
      skippedRows: this.skipped?.count ?? 0,
      columns: {
        target,
        used,
        ignored: this.#table.allNames.filter((name) => !known.has(name)),
        ...kindsOf(learner),
        ...rangeOf(learner),
        undated: this.#undated,
      },
      account: this.series.areMany ? undefined : accountOf(learner, statistics.state, names),
      task: this.recipe.task,
      order: { column: times.join(', '), unit: this.rows.unit },
      ...(this.#doubt === undefined ? {} : { doubt: this.#doubt }),
      future: this.#pictured && !this.series.areMany ? futureOf(learner, statistics.times) : undefined,
    })
    if (!summary.keys) return summary
    const keys = this.#pictured ? picturesAhead(this.session, summary.keys) : summary.keys
    return { ...summary, keys: { ...keys, learnt: this.#learnt } }
  }

  /** How the series of a table are learnt. */
  get #learnt(): 'alone' | 'together' | 'unordered' {
    const { shared } = this.session.model
    if (!shared) return 'alone'
    return shared.late > UNORDERED * this.session.t ? 'unordered' : 'together'
  }
}

/** Part of the rows that may come after one of a later time. */
const UNORDERED = 0.1

/** Lets threads take the rows of many series, where that is wished and can be. */
function onThreads(
  series: SeriesOf,
  work: Parameters<SeriesOf['onThreads']>[1],
  { session, rows, bytes, threads = 1 }: Threadable,
  first: Batch,
  timed: boolean,
): KeysOnThreads | undefined {
  // Which rows are explained is found along the way, from one to the next.
  if (!('learnerOf' in session) || work.reported.reasons !== undefined) return undefined
  const shared = session.model.shared !== undefined
  const size = threads === 'found' ? threadsFor(rows, first, bytes, { timed, shared }) : threads
  return size > 1 ? series.onThreads(size, work, { learners: session, rows }) : undefined
}

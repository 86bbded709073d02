import { createConfidence } from 'credence/conformal'
import { counts, expectEach, expectRecord, expectShape, expectWhole, misfit } from 'credence/kinds'
import type { CalibrationState } from './calibration.ts'
import { createCells, observeCells } from './cells.ts'
import { type ChangeFound, type ChangesState, changeWatch } from './changes.ts'
import { createClasses } from './classes.ts'
import type { ConfusionState } from './confusion.ts'
import type { ErrorState } from './errors.ts'
import { type GroupsState, MOST_GROUPS } from './groups.ts'
import { createKey, type KeyState } from './keys.ts'
import { createReasons, type ReasonsState } from './reasons.ts'
import { RunStatistics, type RunStatisticsOptions } from './runStatistics.ts'
import { MOST_STRETCHES, type SeriesState } from './series.ts'
import { MOST_UNREAD, type Unread } from './unread.ts'
import type { WorstRow } from './worst.ts'

const MOST = Number.MAX_SAFE_INTEGER

/** Refuses statistics that no run can have saved. */
export function acceptStatistics(options: unknown, state: unknown): void {
  acceptOptions(options)
  const fresh = new RunStatistics(options as RunStatisticsOptions).state
  expectRecord(state, fresh, 'statistics', {
    rows: counts('statistics.rows'),
    outcomes: counts('statistics.outcomes'),
    scored: counts('statistics.scored'),
    losses: (losses) =>
      losses === null || losses instanceof Float64Array || misfit('statistics.losses', 'numbers', losses),
    errors: (errors) => acceptErrors(errors as ErrorState, fresh.errors),
    calibration: (calibration) => acceptCalibration(calibration as CalibrationState, fresh.calibration),
    keys: (keys) => expectEach('statistics.keys', keys, (key) => acceptKey(key as KeyState, fresh.errors)),
    groups: (groups) => acceptGroups(groups as GroupsState, fresh.groups),
    series: (series) => acceptSeries(series as SeriesState, fresh.series),
    unread: (unread) => acceptUnread(unread as Unread),
    worst: (worst) =>
      expectEach('statistics.worst', worst, (row) => expectShape(row, WORST, 'a row of statistics.worst')),
    changes: (changes) => acceptChanges(changes, (options as RunStatisticsOptions).coverage, fresh.changes),
    reasons: acceptReasons,
    cells: acceptCells,
    classes: acceptClasses,
    names: (names) => expectEach('statistics.names', names, (name) => expectShape(name, '', 'a name')),
    confusion: (confusion) => acceptConfusion(confusion as ConfusionState, fresh.confusion),
  })
}

function acceptOptions(options: unknown): void {
  const none = { coverage: 0, season: 0, ahead: 1, labels: false, groupedBy: null }
  const like = { ...none, changes: false, by: [], byFound: false }
  expectRecord(options, like, 'options', {
    coverage: (share) =>
      (typeof share === 'number' && share > 0 && share < 1) || misfit('coverage', 'a share', share),
    season: counts('season'),
    ahead: (rows) => expectWhole('ahead', rows, 1, MOST),
    by: (names) => expectEach('by', names, (name) => expectShape(name, '', 'a column')),
    groupedBy: (name) => name === null || typeof name === 'string' || misfit('groupedBy', 'a name', name),
  })
}

function acceptErrors(errors: ErrorState, fresh: ErrorState): void {
  expectRecord(errors, fresh, 'errors', {
    rows: counts('errors.rows'),
    known: counts('errors.known'),
    compared: counts('errors.compared'),
    past: (past) => expectEach('errors.past', past, (y) => expectShape(y, 0, 'an outcome')),
  })
  const { past, rows, reach, ahead, season, back } = errors
  if (reach !== fresh.reach || ahead !== fresh.ahead || season !== fresh.season || back !== fresh.back)
    misfit('errors.reach', 'that of the options', reach)
  if (past.length !== Math.min(rows, reach))
    misfit('the length of errors.past', `at most ${reach}`, past.length)
}

function acceptKey(key: KeyState, errors: ErrorState): void {
  expectRecord(key, createKey('', 0, 1), 'the statistics of a series', {
    rows: counts('rows of a series'),
    judged: counts('judged of a series'),
    errors: (own) => acceptErrors(own as ErrorState, errors),
  })
}

function acceptCalibration(calibration: CalibrationState, fresh: CalibrationState): void {
  expectRecord(calibration, fresh, 'calibration', {
    rounds: counts('calibration.rounds'),
    classes: (classes) => expectEach('calibration.classes', classes, counts('a count of a class')),
  })
}

function acceptUnread(unread: Unread): void {
  expectRecord(unread, {}, 'unread', {
    count: counts('unread.count'),
    first: (cells) =>
      expectEach('unread.first', cells, (one) => expectShape(one, { line: 1, cell: '' }, 'an unread cell')),
  })
  if (unread.first.length > MOST_UNREAD) misfit('unread.first', `at most ${MOST_UNREAD}`, unread.first.length)
}

function acceptGroups(groups: GroupsState, fresh: GroupsState): void {
  const list = (name: string, like: unknown) => (items: unknown) =>
    expectEach(`groups.${name}`, items, (item) => expectShape(item, like, `an entry of groups.${name}`))
  expectRecord(groups, fresh, 'groups', {
    names: list('names', ''),
    misses: list('misses', createConfidence()),
    finite: list('finite', 0),
    width: list('width', 0),
    forecasts: list('forecasts', 0),
    error: list('error', 0),
  })
  const { names, ...sums } = groups
  if (names.length > MOST_GROUPS + 1 || new Set(names).size !== names.length)
    misfit('groups.names', `at most ${MOST_GROUPS} different ones`, names.length)
  for (const [name, { length }] of Object.entries(sums))
    if (length !== names.length) misfit(`the length of groups.${name}`, String(names.length), length)
}

function acceptReasons(reasons: unknown): void {
  const numbers = (path: string) => (list: unknown) =>
    expectEach(path, list, (value) => expectShape(value, 0, `an entry of ${path}`))
  expectRecord(reasons, createReasons(), 'statistics.reasons', {
    rows: counts('reasons.rows'),
    names: (names) => expectEach('reasons.names', names, (name) => expectShape(name, '', 'a name')),
    sums: numbers('reasons.sums'),
    points: (points) =>
      expectEach('reasons.points', points, (point) =>
        expectRecord(point, { t: 1, time: 0 }, 'a point', { effects: numbers('reasons.points[].effects') }),
      ),
    every: (rows) => expectWhole('reasons.every', rows, 1, MOST),
  })
  const { names, sums } = reasons as ReasonsState
  if (names.length !== sums.length) misfit('the length of reasons.sums', String(names.length), sums.length)
}

function acceptCells(cells: unknown): void {
  const fresh = createCells()
  observeCells(fresh, ['a'], ['1'])
  expectRecord(cells, createCells(), 'statistics.cells', {
    columns: (columns) =>
      expectEach('cells.columns', columns, (column) =>
        expectRecord(column, fresh.columns[0], 'a column of statistics.cells', {
          words: (words) => expectEach('words', words, (word) => expectShape(word, '', 'a word')),
          times: (times) => expectEach('times', times, counts('times')),
        }),
      ),
  })
}

const CLASS_ROW = { t: 1, time: 0, y: '', label: '' }

function acceptClasses(classes: unknown): void {
  const list = (path: string, like: unknown) => (items: unknown) =>
    expectEach(path, items, (item) => expectShape(item, like, `an entry of ${path}`))
  const rows = (path: string) => (items: unknown) =>
    expectEach(path, items, (row) =>
      expectRecord(row, CLASS_ROW, path, {
        probabilities: list(`${path}.probabilities`, 0),
        set: list(`${path}.set`, ''),
      }),
    )
  expectRecord(classes, createClasses(), 'statistics.classes', {
    latest: rows('classes.latest'),
    hardest: rows('classes.hardest'),
    stretches: (stretches) =>
      expectEach('classes.stretches', stretches, (one) =>
        expectRecord(one, { t: 1, time: 0, rows: 1 }, 'a stretch of classes', {
          came: list('came', 0),
          named: list('named', 0),
          right: list('right', 0),
        }),
      ),
    width: (width) => expectWhole('classes.width', width, 1, MOST),
    reliability: (tenths) => expectEach('classes.reliability', tenths, list('classes.reliability[]', 0)),
  })
}

const CHANGE: ChangeFound = { t: 1, time: 0, reason: 'larger scores', evidence: 0 }

function acceptChanges(changes: unknown, coverage: number, fresh: ChangesState | null): void {
  if (fresh === null && changes !== null) misfit('statistics.changes', 'null', changes)
  if (fresh === null) return
  expectRecord(changes, fresh, 'statistics.changes', {
    watch: (state) => changeWatch(coverage).init.check(state, 'statistics.changes.watch'),
    found: (found) =>
      expectEach('statistics.changes.found', found, (one) => expectShape(one, CHANGE, 'a change')),
  })
}

const WORST: WorstRow = { t: 1, time: 0, y: 0, mean: 0, lower: 0, upper: 0, unusual: '' }

function acceptConfusion(confusion: ConfusionState, fresh: ConfusionState): void {
  const list = (name: string) => (items: unknown) =>
    expectEach(`confusion.${name}`, items, counts(`confusion.${name}`))
  expectRecord(confusion, fresh, 'confusion', {
    classes: counts('confusion.classes'),
    counts: (table) => table instanceof Float64Array || misfit('confusion.counts', 'numbers', table),
    sizes: list('sizes'),
    held: list('held'),
  })
  const { classes, counts: table, sizes, held } = confusion
  if (table.length !== classes * classes || sizes.length !== held.length)
    misfit('the length of confusion.counts', String(classes * classes), table.length)
}

function acceptSeries(series: SeriesState, fresh: SeriesState): void {
  const sums = (name: string) => (value: unknown) =>
    value instanceof Float64Array || misfit(`series.${name}`, 'numbers', value)
  expectRecord(series, fresh, 'series', {
    width: (width) => expectWhole('series.width', width, 1, MOST),
    size: (size) => expectWhole('series.size', size, 0, MOST_STRETCHES),
    experts: counts('series.experts'),
    weights: sums('weights'),
    losses: sums('losses'),
  })
  const { weights, losses, experts } = series
  for (const { length } of [weights, losses])
    if (length !== MOST_STRETCHES * experts)
      misfit('the length of series.weights', `${MOST_STRETCHES} for each expert`, length)
}

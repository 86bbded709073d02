import { amount, percentage, type Rows } from '@credence/charts/page'
import type { KeyPicture, KeySummary, KeysSummary } from '../keys.ts'
import type { Future, RunSummary } from '../summary.ts'
import {
  type Board,
  type BoardColumn,
  type BoardPicture,
  boardSection,
  inDigits,
  MOST_LISTED,
  Places,
} from './board.ts'
import { escapeHtml } from './html.ts'
import { aheadText } from './stretch.ts'

/** The series of a run, each beside what is naive in it alone. */
export function keysBoard(summary: RunSummary): Board | undefined {
  const { keys, columns, intervals } = summary
  if (!keys) return undefined
  const each = keys.each.slice(0, MOST_LISTED)
  const drawn = keys.pictures.filter(({ y }) => y.some((value) => value !== null))
  const timed = drawn.every(({ time }) => isRising(time))
  const places = new Places()
  const pictures =
    drawn.length < keys.pictures.length ? [] : drawn.map((one) => pictureOf(one, timed, places))
  return {
    names: each.map(({ name }) => name || '(empty)'),
    columns: columnsOf(summary, each),
    places: places.each,
    pictures,
    notes: each.slice(0, pictures.length).map((key) => noteOf(key, intervals?.asked)),
    domain: timed ? 'time' : 'row',
    spacing: timed ? spacingOf(places.each) : 0,
    target: columns.target,
    coverage: intervals?.asked ?? 0.9,
    ...aheadOf(pictures, places.each),
  }
}

/** What the rows after the last ones are, in words; they are as many in every series. */
function aheadOf(pictures: readonly BoardPicture[], places: Board['places']): Pick<Board, 'ahead'> {
  const future = pictures.find((one) => one.future !== undefined)?.future
  const at = future && places[future.at]
  return at && at.length > 1 ? { ahead: aheadText({ at }, (at[1] as number) - (at[0] as number)) } : {}
}

function columnsOf({ keys, sets, intervals }: RunSummary, each: readonly KeySummary[]): BoardColumn[] {
  const asked = intervals?.asked ?? sets?.asked
  const places = (wanted: (key: KeySummary) => boolean): number[] =>
    each.flatMap((key, s) => (wanted(key) ? [s] : []))
  const known = (column: BoardColumn): BoardColumn[] =>
    column.values.some((value) => value !== null) ? [column] : []
  return [
    ...known({
      head: 'error beside naive',
      format: 'beside',
      worst: 'high',
      values: each.map(({ relative }) => relative),
      flagged: places(isWorse),
    }),
    ...known({ head: 'wrong', format: 'share', worst: 'high', values: each.map(({ wrong }) => wrong) }),
    ...(asked === undefined
      ? []
      : known({
          head: `covered, of ${percentage(asked)}`,
          format: 'share',
          worst: 'low',
          values: each.map(({ covered }) => covered),
          flagged: places((key) => isTooFew(key, asked)),
        })),
    ...known({
      head: 'change of error lately',
      format: 'times',
      worst: 'high',
      values: each.map(({ lately }) => lately),
    }),
    ...known({
      head: 'mean error',
      format: 'amount',
      worst: 'high',
      values: each.map(({ meanAbsolute }) => meanAbsolute.own ?? null),
    }),
    ...known({
      head: 'best naive',
      format: 'amount',
      worst: 'high',
      values: keys ? each.map(bestNaive) : [],
    }),
    ...known({
      head: 'mean width',
      format: 'amount',
      worst: 'high',
      values: each.map(({ meanWidth }) => meanWidth),
    }),
    { head: 'rows', format: 'count', worst: 'low', values: each.map(({ rows }) => rows) },
  ]
}

/** Worse than what anybody could forecast. */
function isWorse({ relative }: KeySummary): boolean {
  return relative !== null && relative > 1
}

/** More misses than chance allows, in all series at once. */
function isTooFew({ confidence }: KeySummary, asked: number): boolean {
  return confidence[1] < asked
}

/** Series at which a person should look. */
export function inTrouble({ each }: KeysSummary, asked: number): { worse: number; few: number; all: number } {
  return {
    worse: each.filter(isWorse).length,
    few: each.filter((key) => isTooFew(key, asked)).length,
    all: each.filter((key) => isWorse(key) || isTooFew(key, asked)).length,
  }
}

function bestNaive({ meanAbsolute: { own: _, ...naive } }: KeySummary): number | null {
  const values = Object.values(naive)
  return values.length === 0 ? null : Math.min(...values)
}

function noteOf(key: KeySummary, asked: number | undefined): string {
  const { meanAbsolute, relative, covered, rows, lately } = key
  const naive = bestNaive(key)
  const parts = [
    relative === null || naive === null
      ? `${rows.toLocaleString('en')} rows: too few to judge`
      : `Error <b>${amount(meanAbsolute.own)}</b>, ${percentage(Math.abs(1 - relative))} ${relative <= 1 ? 'less' : 'more'} than the best naive forecast (${amount(naive)})`,
    covered === null || asked === undefined
      ? ''
      : `<b>${percentage(covered)}</b> of ${rows.toLocaleString('en')} outcomes inside, of ${percentage(asked)} asked for`,
    lately === null ? '' : `errors of the last 24 rows × <b>${amount(lately, 2)}</b> of those before`,
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}

function isRising(time: KeyPicture['time']): boolean {
  return time.every((value, i) => value !== null && (i === 0 || value > (time[i - 1] as number)))
}

function pictureOf(
  { time, y, forecast, lower, upper, innerLower, innerUpper, future }: KeyPicture,
  timed: boolean,
  places: Places,
): BoardPicture {
  const known = [...y, ...forecast].filter((value) => value !== null)
  const span = Math.max(...known) - Math.min(...known)
  const short = (values: KeyPicture['y']): KeyPicture['y'] => inDigits(values, span)
  return {
    at: places.of(timed ? (time as readonly number[]) : time.map((_, i) => i + 1 - time.length)),
    y: short(y),
    mean: short(forecast),
    lower: short(lower),
    upper: short(upper),
    ...(innerLower.some((value) => value !== null)
      ? { innerLower: short(innerLower), innerUpper: short(innerUpper) }
      : {}),
    ...(future && timed ? { future: futureOf(future, places, short) } : {}),
  }
}

function futureOf(
  { time, ...values }: Future,
  places: Places,
  short: (values: KeyPicture['y']) => KeyPicture['y'],
): NonNullable<BoardPicture['future']> {
  const each = Object.entries(values).map(([name, column]) => [name, short(column)])
  return { ...(Object.fromEntries(each) as Omit<Rows, 'y' | 'at'>), at: places.of(time as readonly number[]) }
}

function spacingOf(places: readonly (readonly number[])[]): number {
  const steps = places.slice(0, 50).flatMap((at) => at.slice(1).map((value, i) => value - (at[i] as number)))
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0
}

/** All series of a run: what stands first says where to look. */
export function keysSection(board: Board | undefined, { keys, intervals, sets }: RunSummary): string {
  if (!board || !keys) return ''
  const asked = intervals?.asked ?? sets?.asked ?? 0.9
  const { worse, few, all } = inTrouble(keys, asked)
  const title =
    all === 0
      ? 'No series needs a look'
      : `${all.toLocaleString('en')} of ${keys.each.length.toLocaleString('en')} series ${all === 1 ? 'needs' : 'need'} a look`
  const why = [
    worse > 0 ? `${worse.toLocaleString('en')} had more error than a naive forecast` : '',
    few > 0 ? `in ${few.toLocaleString('en')} too few outcomes fell inside` : '',
  ].filter(Boolean)
  const left =
    keys.each.length > MOST_LISTED
      ? ` The ${MOST_LISTED.toLocaleString('en')} worst are shown; --json has all.`
      : ''
  const caption = `${why.length > 0 ? `${escapeHtml(why.join(', '))}. ` : ''}The worst first: by the error beside the best naive forecast of the same series. On each card its last rows: outcomes as a line, intervals as the band${board.ahead === undefined ? '' : `, and after them the ${board.ahead} as a fan`}.${left}`
  return boardSection(board, title, caption)
}

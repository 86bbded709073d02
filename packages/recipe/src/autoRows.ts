import { ArgumentError, type AutoLearner } from 'credence'
import type { AutoModel, AutoState, RawRow } from 'credence/auto'
import { AutoForecast, isMissing, plainNumber } from 'credence/auto'
import { counter, issuedShapeOf, type StateShape, shape, shapeOf, withIssued } from 'credence/kinds'
import type { StepForecast } from 'credence/paths'
import { Explained, effectsOf } from './explained.ts'
import { type ClassRecord, type NumberRecord, RECORD } from './record.ts'
import type { ReadInput, RecordOptions, RowModel, RowReader, RowState, SharedByKeys } from './rowModel.ts'

type Answer = ReturnType<AutoLearner['predict']>
type Record = NumberRecord | ClassRecord

export interface AutoRowsState extends RowState {
  readonly inner: AutoState
  /** Rows without an outcome since the last one. */
  blank: number
}

interface Issued {
  readonly inner: unknown
  readonly record: Record
  /** Only where it is settled at once. */
  readonly forecast?: Answer
}

/** What the first rows showed of the target. */
export interface OutcomesSeen {
  readonly target: string
  /** Its cells. */
  readonly outcomes: readonly string[]
  /** Their values, where the task was found and they are few whole numbers: if they are classes, these are all. */
  readonly numbers: readonly number[]
}

/** `auto` over rows of cells. */
export function autoRows(
  learner: AutoLearner,
  { outcomes, numbers }: Omit<OutcomesSeen, 'target'> = { outcomes: [], numbers: [] },
  asked: RecordOptions = {},
): RowModel<RawRow, AutoRowsState, Issued> {
  const { model } = learner
  const { peers } = (model as unknown as AutoModel).plan
  let last: Pick<RowModel, 'lawAt' | 'inner'> = {}
  const explained = asked.reasons === undefined ? undefined : new Explained(asked.reasons)

  return {
    description: { model: 'rows', of: model.description },
    shared: peers as SharedByKeys | undefined,
    // Classes are told nothing by others, and tell them nothing.
    timeOf: ({ inner }, row) =>
      inner.task === 'classification' ? -Infinity : (model as unknown as AutoModel).timeOf(inner, row),
    init: stateOf(model),
    predict: (state, row) => describe(state, model.predict(state.inner, row)),
    pass(state, row) {
      // The step of the path from the last outcome that this row is, or what its columns say.
      const step = learner.over(state.inner).coming(row, state.blank + 1)
      const answer = step ?? model.predict(state.inner, row)
      const record = step ? comingRecord(state.t + 1, step) : describe(state, answer as Answer)
      last = asked.inner ? { inner: halfOf(answer) } : {}
      explained?.skip()
      state.blank++
      state.t++
      return record
    },
    issue(state, row, atOnce) {
      const { answer, issued: inner } = model.issue(state.inner, row)
      explained?.take(learner.over(state.inner) as AutoLearner, row)
      const record = describe(state, answer)
      return { answer: record, issued: atOnce ? { inner, record, forecast: answer } : { inner, record } }
    },
    settle(state, { inner, record, forecast }, y: number | string) {
      const { pointLoss, y: came } = model.settle(state.inner, inner as never, y as number)
      const law = forecast instanceof AutoForecast && forecast.known ? forecast : undefined
      last = { lawAt: placeIn(law, y as number, state.t), inner: asked.inner ? halfOf(law) : undefined }
      state.blank = 0
      const why = asked.reasonsWritten && explained?.last ? { reasons: effectsOf(explained.last) } : {}
      const settled = { ...record, t: ++state.t, y: came, ...why } as Record
      // The density of a forecast that waited is not kept.
      return judged(settled, pointLoss, 'label' in record ? pointLoss : law && -law.logDensity(y as number))
    },
    classifies: ({ inner }) => inner.task === 'classification',
    within: ({ inner }) => learner.over(inner),
    layer: ({ inner }) => learner.over(inner),
    shape: recordShape(learner.state.task, outcomes, speltOf(outcomes, numbers), asked.reasonsWritten),
    get lawAt() {
      return last.lawAt
    },
    get inner() {
      return last.inner
    },
    get reasons() {
      return explained?.last
    },
  }
}

function stateOf(model: AutoLearner['model']): RowModel<RawRow, AutoRowsState, Issued>['init'] {
  return withIssued(
    shape<AutoRowsState>({ t: counter, inner: shapeOf(model), blank: counter }),
    ({ inner }) =>
      shape<Issued>({ inner: issuedShapeOf(model, inner), record: RECORD as StateShape<Record> }),
  )
}

/** The record of the next row, before its outcome. */
function describe({ t }: AutoRowsState, answer: Answer): Record {
  return { t: t + 1, y: null, ...describeAnswer(answer) } as Record
}

/** Where half of the outcomes should be; of classes, and before any outcome, nothing is known. */
function halfOf(
  answer: Answer | StepForecast | undefined,
): readonly [lower: number, upper: number] | undefined {
  if (answer === undefined || (answer instanceof AutoForecast && !answer.known)) return undefined
  return answer.interval?.(0.5)
}

/** Multiples of it, modulo 1, fill the unit interval evenly. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * P(Y ≤ y). An end of the outcomes has a probability of its own: there it is a place within that, another one in each row.
 * So places are spread evenly if the distribution is right. Undefined before any outcome is known.
 */
function placeIn(law: AutoForecast | undefined, y: number, row: number): number | undefined {
  if (!law) return undefined
  const { lower, upper } = law.shape?.support ?? {}
  const own = y === lower || y === upper ? law.density(y) : 0
  return law.cdf(y) - own * ((row * GOLDEN) % 1)
}

/** With its losses; a forecast from before any outcome is not judged. */
function judged(record: Record, pointLoss: number, loss: number | undefined): Record {
  if ('mean' in record ? record.mean === null : record.label === null) return record
  return { ...record, pointLoss, ...(loss === undefined ? {} : { loss }) }
}

function comingRecord(t: number, { mean, median, sd, lower, upper }: StepForecast): NumberRecord {
  return { t, y: null, mean, median, sd, lower, upper }
}

/** A forecast as plain data: of a number its distribution, of a class the probability of each. */
function describeAnswer(answer: Answer): Omit<NumberRecord, 't' | 'y'> | Omit<ClassRecord, 't' | 'y'> {
  if (answer instanceof AutoForecast) {
    const { mean, sd, lower, upper, known } = answer
    if (!known) return { mean: null, median: null, sd: null, lower: null, upper: null }
    return { mean, median: answer.median, sd, lower, upper }
  }
  const { labels, label, probabilities, set } = answer
  return {
    label,
    probabilities: Object.fromEntries(labels.map((name, i) => [name, probabilities[i] ?? 0])),
    set: [...set],
  }
}

/** Rows of text: features, then the target. */
export function autoReader(
  features: readonly string[],
  { target, outcomes, numbers }: OutcomesSeen,
): RowReader {
  const spelt = speltOf(outcomes, numbers)
  return {
    read(_row, texts, state): ReadInput {
      const input: { [name: string]: string } = {}
      for (let j = 0; j < features.length; j++) setCell(input, features[j] as string, texts[j] as string)
      const cell = (texts[features.length] ?? '').trim()
      const y = outcomeOf(target, cell, (state as AutoRowsState).inner.task, spelt)
      return { input, y, unread: y === undefined && !isMissing(cell) ? cell : undefined }
    },
  }
}

/** Also under a name such as `__proto__`, which a plain assignment would not keep. */
function setCell(row: { [name: string]: string }, name: string, cell: string): void {
  if (name === '__proto__') Object.defineProperty(row, name, { value: cell, enumerable: true })
  else row[name] = cell
}

/**
 * The outcome that a cell says; undefined where it says none: a word among numbers is a slip.
 *
 * @param numbers whole numbers that were taken for classes, as they were first written; empty where classes have names
 */
function outcomeOf(
  target: string,
  cell: string,
  task: AutoState['task'],
  numbers: ReadonlyMap<number, string>,
): number | string | undefined {
  if (isMissing(cell)) return undefined
  if (task === 'classification' && numbers.size === 0) return cell
  const number = plainNumber(cell)
  // Without a first row to look at, the first outcome shows what they are.
  if (task === null) return Number.isFinite(number) ? number : cell
  if (!Number.isFinite(number)) return undefined
  if (task !== 'classification') return number
  const label = numbers.get(number)
  if (label !== undefined) return label
  throw new ArgumentError(
    `${JSON.stringify(target)} is ${cell}, but in the first rows it was only ${[...numbers.values()].join(' or ')}. If it is a number, add --task regression; if it is a category, add --task classification`,
    'bad-outcome',
  )
}

/** How each of these numbers was first written. */
function speltOf(outcomes: readonly string[], numbers: readonly number[]): ReadonlyMap<number, string> {
  const spelt = new Map<number, string>()
  for (const cell of outcomes) {
    const number = plainNumber(cell)
    if (numbers.includes(number) && !spelt.has(number)) spelt.set(number, cell.trim())
  }
  return spelt
}

/** A record with all fields, where the task is known. */
function recordShape(
  task: AutoState['task'],
  outcomes: readonly string[],
  numbers: ReadonlyMap<number, string>,
  explained = false,
): object | null {
  if (task === null) return null
  const losses = { pointLoss: 0, loss: 0, ...(explained ? { reasons: null } : {}) }
  if (task === 'regression')
    return { t: 1, y: null, mean: 0, median: 0, sd: 0, lower: 0, upper: 0, ...losses }
  const cells = outcomes.map((cell) => cell.trim()).filter((cell) => !isMissing(cell))
  const labels = new Set(numbers.size > 0 ? numbers.values() : cells)
  const probabilities = Object.fromEntries(Array.from(labels, (label) => [label, 0]))
  return { t: 1, y: null, label: null, probabilities, set: [], ...losses }
}

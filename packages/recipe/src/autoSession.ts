import { ArgumentError, type AutoLearner, readSave, writeSave } from 'credence'
import type { AutoRound } from 'credence/auto'
import { AutoForecast, isMissing, plainNumber } from 'credence/auto'
import { counts, expectRecord, misfit } from 'credence/kinds'
import { type AutoRecord, describeAnswer } from './autoAnswer.ts'
import type { Session } from './plan.ts'

/** The record of a row whose outcome is a class. */
interface ClassRecord extends Extract<AutoRecord, { label: unknown }> {
  readonly y: string | null
  readonly loss?: number
}

const NUMBER: AutoRecord = { mean: 0, sd: 0, lower: 0, upper: 0 }

/** What the first rows showed of the target. */
export interface OutcomesSeen {
  /** Its cells. */
  readonly outcomes: readonly string[]
  /** Their values, where the task was found and they are few whole numbers: if they are classes, these are all. */
  readonly numbers: readonly number[]
}

/** `auto` fed with rows of text: features, then the target. */
export class AutoSession implements Session {
  t = 0
  lawAt: number | undefined
  unread: string | undefined
  readonly learner: AutoLearner
  readonly #features: readonly string[]
  /** Rows without an outcome since the last one. */
  #blank = 0
  /** Whole numbers that were taken for classes, as they were first written; empty where classes have names. */
  readonly #numbers: ReadonlyMap<number, string> = new Map()

  readonly recipe: object
  readonly shape: object | undefined

  constructor(
    features: readonly string[],
    learner: AutoLearner,
    recipe: object,
    { outcomes, numbers }: OutcomesSeen = { outcomes: [], numbers: [] },
  ) {
    this.#features = features
    this.learner = learner
    this.recipe = recipe
    const { task } = learner.state
    if (task === null) return
    if (task === 'classification') this.#numbers = speltOf(outcomes, numbers)
    const said = task === 'classification' ? classesOf(outcomes, this.#numbers) : NUMBER
    this.shape = { t: 1, y: null, ...said, pointLoss: 0, loss: 0 }
  }

  get labels(): boolean {
    return this.learner.state.task === 'classification'
  }

  /** Of two classes the second is +1; of more, that the class said was right. The mean is what is expected of them, 2p − 1. */
  counted(record: object): object {
    if (!this.labels) return record
    const { y, label, probabilities, set, loss } = record as ClassRecord
    const { labels } = this.learner
    const said = labels.length === 2 ? labels[1] : label
    const came = y === null ? -1 : labels.indexOf(y)
    const counted = { y: y === null ? null : y === said ? 1 : -1 }
    if (label === null) return y === null ? counted : { ...counted, classes: { said: [], named: -1, came } }
    const probability = probabilities[said ?? ''] ?? 0
    const forecast = { ...counted, mean: 2 * probability - 1, probability }
    if (y === null || loss === undefined) return forecast
    // A class that was not known yet has the probability that the loss is of.
    const each = labels.map((name, k) => (k === came ? Math.exp(-loss) : (probabilities[name] ?? 0)))
    const held = { covered: set.includes(y), size: set.length }
    return { ...forecast, loss, classes: { said: each, named: labels.indexOf(label), came }, set: held }
  }

  step(_row: Float64Array, texts: readonly string[] = []): Record<string, unknown> {
    const row = Object.fromEntries(this.#features.map((name, j) => [name, texts[j] as string]))
    const cell = (texts[this.#features.length] ?? '').trim()
    const y = this.#outcome(cell)
    this.unread = y === undefined && !isMissing(cell) ? cell : undefined
    const record: Record<string, unknown> = { t: this.t + 1, y: null }
    if (y === undefined) Object.assign(record, this.#comingRow(row))
    else {
      const forecast = this.learner.predict(row)
      Object.assign(record, describeAnswer(forecast))
      this.#learn(row, y, forecast, record)
      this.#blank = 0
    }
    this.t++
    return record
  }

  /** A row without an outcome: the step of the path from the last one that it is, or what its columns say. */
  #comingRow(row: Readonly<Record<string, string>>): AutoRecord {
    const step = this.learner.coming(row, ++this.#blank)
    if (!step) return describeAnswer(this.learner.predict(row))
    const { mean, sd, lower, upper } = step
    return { mean, sd, lower, upper }
  }

  /** The outcome that a cell says; undefined where it says none: a word among numbers is a slip. */
  #outcome(cell: string): number | string | undefined {
    if (isMissing(cell)) return undefined
    const number = plainNumber(cell)
    const { task } = this.learner.state
    const numbers = this.#numbers
    if (task === 'classification' && numbers.size === 0) return cell
    // Without a first row to look at, the first outcome shows what they are.
    if (task === null) return Number.isFinite(number) ? number : cell
    if (!Number.isFinite(number)) return undefined
    if (task !== 'classification') return number
    const label = numbers.get(number)
    if (label !== undefined) return label
    throw new ArgumentError(
      `the target was taken for classes, because its first rows hold only ${[...numbers.values()].join(' and ')}, and now it is ${cell}: say --task regression if these are numbers, or --task classification if this is one more class`,
      'bad-outcome',
    )
  }

  save(): Uint8Array {
    return writeSave({
      description: 'rows of text',
      state: { t: this.t, blank: this.#blank, learner: this.learner.save() },
    })
  }

  restore(saved: Uint8Array): this {
    const { state } = readSave(saved)
    expectRecord(state, { t: 0, blank: 0, learner: new Uint8Array(0) }, 'rows of text', {
      t: counts('t'),
      blank: counts('blank'),
      learner: (bytes) => bytes instanceof Uint8Array || misfit('learner', 'bytes', bytes),
    })
    const { t, blank, learner } = state as { t: number; blank: number; learner: Uint8Array }
    this.learner.restore(learner)
    this.t = t
    this.#blank = blank
    return this
  }

  #learn(
    row: Readonly<Record<string, string>>,
    y: number | string,
    forecast: ReturnType<AutoLearner['predict']>,
    record: Record<string, unknown>,
  ): void {
    const { pointLoss }: AutoRound = this.learner.learn(row, y)
    const law = forecast instanceof AutoForecast && forecast.known ? forecast : undefined
    this.lawAt = law?.cdf(y as number)
    record.y = y
    // What was said before any outcome was known is no forecast to be judged.
    if (law) Object.assign(record, { pointLoss, loss: -law.logDensity(y as number) })
    else if ('label' in forecast && forecast.label !== null)
      Object.assign(record, { pointLoss, loss: pointLoss })
  }
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

/** What is said of classes that were seen among these outcomes. */
function classesOf(outcomes: readonly string[], numbers: ReadonlyMap<number, string>): AutoRecord {
  const cells = outcomes.map((cell) => cell.trim()).filter((cell) => !isMissing(cell))
  const labels = new Set(numbers.size > 0 ? numbers.values() : cells)
  const probabilities = Object.fromEntries(Array.from(labels, (label) => [label, 0]))
  return { label: null, probabilities, set: [] }
}

import { type AutoLearner, readSave, writeSave } from 'credence'
import type { AutoRound } from 'credence/auto'
import { AutoForecast, isMissing } from 'credence/auto'
import { counts, expectRecord, misfit } from 'credence/kinds'
import { type AutoRecord, describeAnswer } from './autoAnswer.ts'
import type { Session } from './plan.ts'

/** The record of a row whose outcome is a class. */
interface ClassRecord extends Extract<AutoRecord, { label: unknown }> {
  readonly y: string | null
  readonly loss?: number
}

const NUMBER: AutoRecord = { mean: 0, sd: 0, lower: 0, upper: 0 }

/** `auto` fed with rows of text: features, then the target. */
export class AutoSession implements Session {
  t = 0
  lawAt: number | undefined
  readonly learner: AutoLearner
  readonly #features: readonly string[]

  readonly recipe: object
  readonly shape: object | undefined

  /** @param outcomes the cells of the target in the first rows */
  constructor(
    features: readonly string[],
    learner: AutoLearner,
    recipe: object,
    outcomes: readonly string[] = [],
  ) {
    this.#features = features
    this.learner = learner
    this.recipe = recipe
    const { task } = learner.state
    if (task === null) return
    const said = task === 'classification' ? classesOf(outcomes) : NUMBER
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
    const forecast = this.learner.predict(row)
    const record: Record<string, unknown> = { t: this.t + 1, y: null }
    Object.assign(record, describeAnswer(forecast))
    if (!isMissing(cell)) this.#learn(row, cell, forecast, record)
    this.t++
    return record
  }

  save(): Uint8Array {
    return writeSave({ description: 'rows of text', state: { t: this.t, learner: this.learner.save() } })
  }

  restore(saved: Uint8Array): this {
    const { state } = readSave(saved)
    expectRecord(state, { t: 0, learner: new Uint8Array(0) }, 'rows of text', {
      t: counts('t'),
      learner: (bytes) => bytes instanceof Uint8Array || misfit('learner', 'bytes', bytes),
    })
    const { t, learner } = state as { t: number; learner: Uint8Array }
    this.learner.restore(learner)
    this.t = t
    return this
  }

  #learn(
    row: Readonly<Record<string, string>>,
    cell: string,
    forecast: ReturnType<AutoLearner['predict']>,
    record: Record<string, unknown>,
  ): void {
    const number = Number(cell)
    const { task } = this.learner.state
    const y = task !== 'classification' && Number.isFinite(number) ? number : cell
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

/** What is said of classes that were seen among these outcomes. */
function classesOf(outcomes: readonly string[]): AutoRecord {
  const labels = new Set(outcomes.map((cell) => cell.trim()).filter((cell) => !isMissing(cell)))
  const probabilities = Object.fromEntries(Array.from(labels, (label) => [label, 0]))
  return { label: null, probabilities, set: [] }
}

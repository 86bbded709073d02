import { type AutoLearner, type AutoRound, readSave, writeSave } from 'credence'
import { AutoForecast } from 'credence/auto'
import { describeAnswer } from './autoAnswer.ts'
import type { Session } from './plan.ts'

/** Cells that stand for an outcome that is not there. */
const MISSING = new Set(['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', 'None', '?'])

/** `auto` fed with rows of text: features, then the target. */
export class AutoSession implements Session {
  t = 0
  lawAt: number | undefined
  readonly learner: AutoLearner
  readonly #features: readonly string[]

  readonly recipe: object

  constructor(features: readonly string[], learner: AutoLearner, recipe: object) {
    this.#features = features
    this.learner = learner
    this.recipe = recipe
  }

  get labels(): boolean {
    return this.learner.state.task === 'classification'
  }

  /** Of two classes the second is +1; of more, that the class said was right. The mean is what is expected of them, 2p − 1. */
  counted(record: object): object {
    if (!this.labels) return record
    const { y, label, probabilities, loss } = record as Readonly<Record<string, unknown>>
    const { labels } = this.learner.state
    const said = labels.length === 2 ? labels[1] : (label as string | null)
    const probability = (probabilities as Record<string, number>)[said ?? ''] ?? 0.5
    const mean = 2 * probability - 1
    return { y: y === null ? null : y === said ? 1 : -1, mean, probability, loss }
  }

  step(_row: Float64Array, texts: readonly string[] = []): Record<string, unknown> {
    const row = Object.fromEntries(this.#features.map((name, j) => [name, texts[j] as string]))
    const cell = (texts[this.#features.length] ?? '').trim()
    const forecast = this.learner.predict(row)
    const record: Record<string, unknown> = { t: this.t + 1, y: null }
    Object.assign(record, describeAnswer(forecast))
    if (!MISSING.has(cell)) this.#learn(row, cell, forecast, record)
    this.t++
    return record
  }

  save(): Uint8Array {
    return writeSave({ description: 'rows of text', state: { t: this.t, learner: this.learner.save() } })
  }

  restore(saved: Uint8Array): this {
    const { t, learner } = readSave(saved).state as { t: number; learner: Uint8Array }
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
    const ofNumber = forecast instanceof AutoForecast && typeof y === 'number'
    // Before the first outcome there was no law of y to judge.
    const judged = ofNumber && forecast.known
    this.lawAt = judged ? forecast.cdf(y) : undefined
    Object.assign(record, { y, pointLoss })
    if (judged || !ofNumber) record.loss = judged ? -forecast.logDensity(y) : pointLoss
  }
}

import {
  type ClassRecord,
  type NumericRecord,
  parseRecipe,
  planRecipe,
  type RowLearner,
  type RowRecord,
  readsText,
} from '@credence/recipe'
import { recogniseCsv, table } from 'credence/stream'
import { countedClass, pointOf } from '../../../packages/report/src/record.ts'
import type { ExpertSettings } from '../../../packages/report/src/weights.ts'

/** What the page draws of a round; NaN where there is nothing. */
export interface Round {
  readonly y: number
  readonly mean: number
  readonly lower: number
  readonly upper: number
  /** Own loss so far minus that of the best expert so far. */
  readonly regret: number
  readonly weights: ArrayLike<number>
}

/** A recipe on its way along a CSV, as `credence run` goes. */
export class Course {
  /** Columns of the data. */
  readonly names: readonly string[]
  readonly numericNames: readonly string[]
  readonly rows: number
  readonly session: RowLearner
  /** Names of the classes that came. */
  readonly #classes: string[] = []
  readonly #values: readonly Float64Array[]
  readonly #texts: readonly (readonly string[])[]
  #loss = 0
  #losses = new Float64Array(0)

  private constructor(session: RowLearner, parts: CourseParts) {
    this.session = session
    this.names = parts.names
    this.numericNames = parts.numericNames
    this.#values = parts.values
    this.#texts = parts.texts
    this.rows = parts.values.length
  }

  static async open(text: string, written: unknown): Promise<Course> {
    const recipe = parseRecipe(written)
    const { source, form } = await recogniseCsv(text)
    const asText = readsText(recipe)
    const data = await table(source, asText ? { ...form, columns: [], text: (names) => names } : form)
    const plan = planRecipe(recipe, asText ? data.allNames : data.names)
    const places = plan.columns.map((name) => data.names.indexOf(name))
    const textPlaces = (plan.texts ?? []).map((name) => data.textNames.indexOf(name))
    const values: Float64Array[] = []
    const texts: string[][] = []
    for await (const row of data) {
      values.push(Float64Array.from(places, (place) => row.values[place] as number))
      texts.push(textPlaces.map((place) => row.texts[place] as string))
    }
    const first = asText ? texts.slice(0, PEEKED) : []
    const session = plan.begin({ rows: values.length, first }, { weights: true })
    return new Course(session, { names: data.allNames, numericNames: data.numericNames, values, texts })
  }

  get t(): number {
    return this.session.t
  }

  get experts(): readonly ExpertSettings[] {
    const { settings, model } = this.session.learner as Shown
    return settings ?? model?.description.bands?.[0]?.sides[0]?.rules.flatMap(({ experts }) => experts) ?? []
  }

  /** What regret is proven to stay below; NaN where nothing is. */
  get bound(): number {
    return (this.session.learner as Shown).ledger?.total.bound ?? Number.NaN
  }

  /** The record of the next row. */
  step(): RowRecord {
    const { t, session } = this
    return session.step(this.#values[t] as Float64Array, this.#texts[t])
  }

  /** The next row, in numbers. */
  round(): Round {
    const record = this.step()
    const seen: NumericRecord = isOfClass(record) ? countedClass(this.#classes, record) : record
    this.#account(seen)
    return {
      ...(seen.probability === undefined ? pointAndInterval(seen) : probabilityOf(seen)),
      regret: this.#losses.length === 0 ? Number.NaN : this.#loss - Math.min(...this.#losses),
      weights: seen.weights ?? [],
    }
  }

  #account({ loss }: NumericRecord): void {
    const { losses } = this.session
    if (loss === undefined || losses === undefined) return
    if (this.#losses.length !== losses.length) this.#losses = new Float64Array(losses.length)
    this.#loss += loss
    for (let k = 0; k < losses.length; k++) this.#losses[k]! += losses[k] as number
  }
}

function isOfClass(record: RowRecord): record is ClassRecord {
  return 'probabilities' in record
}

/** Rows that are looked at to find out what the target is, as the command line does. */
const PEEKED = 200

interface CourseParts {
  readonly names: readonly string[]
  readonly numericNames: readonly string[]
  readonly values: readonly Float64Array[]
  readonly texts: readonly (readonly string[])[]
}

/** What a learner may show of its experts. */
interface Shown {
  readonly settings?: readonly ExpertSettings[]
  readonly ledger?: { readonly total: { readonly bound?: number } }
  readonly model?: {
    readonly description: {
      readonly bands?: readonly {
        readonly sides: readonly { readonly rules: readonly { readonly experts: ExpertSettings[] }[] }[]
      }[]
    }
  }
}

type Drawn = Omit<Round, 'regret' | 'weights'>

function pointAndInterval(record: NumericRecord): Drawn {
  const { y, lower, upper } = record
  const number = (value: number | null | undefined): number => value ?? Number.NaN
  return { y: number(y), mean: pointOf(record), lower: number(lower), upper: number(upper) }
}

/** For two classes: how probable the second was, and whether it came. */
function probabilityOf({ y, probability }: NumericRecord): Drawn {
  const came = y === null ? Number.NaN : y > 0 ? 1 : 0
  return { y: came, mean: probability as number, lower: Number.NaN, upper: Number.NaN }
}

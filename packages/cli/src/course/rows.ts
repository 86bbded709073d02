import { crc32 } from 'node:zlib'
import type { RowPlan } from '@credence/recipe'
import type { Batch, Table } from 'credence/stream'
import { UserError } from '../base/failure.ts'
import { placesOf } from '../base/places.ts'
import { count, rowCount } from '../base/words.ts'
import { keyOf } from '../input/findBy.ts'
import { PEEKED } from '../input/peeked.ts'

/** What a run goes on from. */
const WHOLE = 'With --resume give the whole file of that run, with new rows below; or begin again without it'

/** How many rows an earlier run has read, and their checksum. */
export interface Known {
  readonly row: number
  readonly rows: number
}

/** Rows that arrived together, and the first of them that is not known yet. */
export interface Arrived {
  readonly batch: Batch
  readonly from: number
}

/** Bytes of rows that are gathered before they are summed up: one call for many rows. */
const GATHERED = 1 << 15

/** The rows of a table, cut to the columns of a plan, past those that an earlier run has read. */
export class Rows {
  /** Rows that were taken or deliberately passed over. */
  read = 0
  /** The row at hand. */
  readonly values: Float64Array
  readonly #bytes: Uint8Array
  readonly #gathered: Float64Array
  readonly #summed: boolean
  #waiting = 0
  #checksum = 0
  readonly #table: Table
  readonly #places: readonly number[]
  readonly #textPlaces: readonly number[]
  readonly #keyPlaces: readonly number[]
  /** The series of the row at hand; empty where there is one. */
  key = ''
  #batches: AsyncIterator<Batch> | undefined
  #first: IteratorResult<Batch> | undefined
  /** The cells of the row at hand that are read as text. */
  readonly texts: string[]

  get unit(): Table['unit'] {
    return this.#table.unit
  }

  /**
   * @param summed whether a checksum of the rows is kept, for a checkpoint
   * @param by the columns that tell series apart
   */
  constructor(
    table: Table,
    { columns, texts }: Pick<RowPlan, 'columns' | 'texts'>,
    summed: boolean,
    by: readonly string[] = [],
  ) {
    this.#summed = summed
    this.#keyPlaces = placesIn(table.textNames, by)
    this.#table = table
    this.#places = placesIn(table.names, columns)
    this.#textPlaces = placesIn(table.textNames, texts)
    this.texts = texts.map(() => '')
    this.values = new Float64Array(columns.length)
    this.#gathered = new Float64Array(Math.max(GATHERED, this.values.byteLength) / 8)
    this.#bytes = new Uint8Array(this.#gathered.buffer)
  }

  /** The texts of the rows that came first: what columns hold can be found from them. */
  async firstRows(): Promise<string[][]> {
    const places = this.#textPlaces
    if (places.length === 0) return []
    this.#batches = this.#table.batches()[Symbol.asyncIterator]()
    this.#first = await this.#batches.next()
    if (this.#first.done) return []
    const { size, texts } = this.#first.value
    const width = this.#table.textNames.length
    return Array.from({ length: Math.min(size, PEEKED) }, (_, r) =>
      places.map((place) => texts[r * width + place] as string),
    )
  }

  /**
   * The batches, each with its first row that is not known yet.
   *
   * Refuses data whose first rows are not those of the earlier run.
   */
  async *after(known: Known = { row: 0, rows: 0 }): AsyncGenerator<Arrived, void, void> {
    for await (const batch of this.#all()) {
      let from = 0
      while (from < batch.size && this.read < known.row) {
        this.load(batch, from++)
        this.took()
        if (this.read === known.row && this.checksum !== known.rows) {
          throw new UserError(
            `the first ${rowCount(known.row)} are not those that the saved run has learnt from. ${WHOLE}`,
          )
        }
      }
      yield { batch, from }
    }
    if (this.read < known.row) {
      throw new UserError(
        `the data has ${rowCount(this.read)}, and the saved run has taken ${count(known.row)} already. ${WHOLE}`,
      )
    }
  }

  async *#all(): AsyncGenerator<Batch, void, void> {
    if (!this.#batches) {
      yield* this.#table.batches()
      return
    }
    try {
      for (let step = this.#first; step && !step.done; step = await this.#batches.next()) yield step.value
    } finally {
      await this.#batches.return?.()
    }
  }

  load({ values, texts }: Batch, r: number): void {
    const width = this.#table.textNames.length
    const places = this.#textPlaces
    for (let j = 0; j < places.length; j++) this.texts[j] = texts[r * width + (places[j] as number)] as string
    if (this.#keyPlaces.length > 0) this.key = this.keyAt({ texts }, r)
    const start = r * this.#table.names.length
    for (let j = 0; j < this.values.length; j++)
      this.values[j] = values[start + (this.#places[j] as number)] as number
  }

  /** The series of row r. */
  keyAt({ texts }: Pick<Batch, 'texts'>, r: number): string {
    const width = this.#table.textNames.length
    return keyOf(this.#keyPlaces.map((place) => texts[r * width + place] as string))
  }

  /** The row at hand counts: only now, because a row that was refused must not. */
  took(): void {
    this.read++
    if (!this.#summed) return
    const { values, texts } = this
    if (this.#waiting + values.length > this.#gathered.length) this.#sumUp()
    for (let j = 0; j < values.length; j++) this.#gathered[this.#waiting + j] = values[j] as number
    this.#waiting += values.length
    const isKeyed = this.#keyPlaces.length > 0
    if (texts.length === 0 && !isKeyed) return
    this.#sumUp()
    if (isKeyed) this.#checksum = crc32(`${this.key}\n`, this.#checksum)
    for (const text of texts) this.#checksum = crc32(`${text}\n`, this.#checksum)
  }

  /** Checksum of the rows read. */
  get checksum(): number {
    this.#sumUp()
    return this.#checksum
  }

  #sumUp(): void {
    if (this.#waiting > 0) this.#checksum = crc32(this.#bytes.subarray(0, 8 * this.#waiting), this.#checksum)
    this.#waiting = 0
  }
}

function placesIn(names: readonly string[], wanted: readonly string[]): number[] {
  const places = placesOf(names)
  return wanted.map((name) => places.get(name) ?? -1)
}

import { keyColumns, type Recipe, type RowLearner, RowLearners } from '@credence/recipe'
import { memoryOfMachine } from '../base/memory.ts'
import { KeyFiles } from '../files/keyFiles.ts'
import type { Input } from '../input/input.ts'
import { seriesIn } from '../input/seriesIn.ts'
import type { Checkpoint } from './checkpoint.ts'
import { KeysOnThreads } from './keysOnThreads.ts'
import type { Rows } from './rows.ts'
import type { KeysWork } from './rowsOfThread.ts'

/** Bytes that states of series at hand may take: a quarter of the machine, at most a gigabyte. */
const MEMORY = Math.min(1e9, Math.floor(memoryOfMachine() / 4))

/** The series of a file: one, or several that are told apart by columns. */
export class SeriesOf {
  /** The columns that tell series apart; none: there is one. */
  readonly by: readonly string[]
  /** Whether these columns were found, not named. */
  readonly found: boolean
  readonly #recipe: Recipe
  #files: KeyFiles | undefined
  #threads: KeysOnThreads | undefined

  private constructor(recipe: Recipe, by: readonly string[]) {
    this.#recipe = recipe
    this.by = by
    this.found = by.length > 0 && keyColumns(recipe).length === 0
  }

  /**
   * As the recipe says. For auto they are found where it does not say and times repeat.
   *
   * @param known what an earlier run took for them
   */
  static async in(
    recipe: Recipe,
    input: Input,
    known: readonly string[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<SeriesOf> {
    if (known) return new SeriesOf(recipe, known)
    // Rows of classes are seldom series, and what passes only once cannot be looked through.
    const isSought =
      recipe.task === 'auto' && recipe.by === undefined && recipe.as !== 'classification' && input.again
    if (!isSought) return new SeriesOf(recipe, keyColumns(recipe))
    const { target, time, dates } = recipe
    return new SeriesOf(recipe, await seriesIn(input, target, { time, dates }, signal))
  }

  get areMany(): boolean {
    return this.by.length > 0
  }

  /** The recipe, with the columns that were found. */
  get recipe(): Recipe {
    return this.areMany ? { ...this.#recipe, by: [...this.by] } : this.#recipe
  }

  /**
   * What takes their rows.
   *
   * @param one of them, at work on no row yet
   * @param checkpoint of the run: states that are not at hand are kept beside it
   */
  session(one: RowLearner, checkpoint: string | undefined): RowLearner | RowLearners {
    if (!this.areMany) return one
    this.#files = new KeyFiles(checkpoint)
    return new RowLearners(one, { memory: MEMORY, store: this.#files })
  }

  /** Lets several threads take their rows. */
  onThreads(
    size: number,
    work: Omit<KeysWork, 'memory' | 'folder' | 'places' | 'shared'>,
    home: { readonly learners: RowLearners; readonly rows: Rows },
  ): KeysOnThreads {
    const files = this.#files as KeyFiles
    this.#threads = new KeysOnThreads({ ...work, memory: MEMORY }, size, { ...home, files })
    return this.#threads
  }

  /** Where their states are, once they were handed over. */
  get left(): Checkpoint['series'] {
    return this.#files ? { by: this.by, places: this.#files.places } : null
  }

  /** The checkpoint that names these places was written. */
  async saved(): Promise<void> {
    this.#files?.keep()
    await this.#threads?.keep()
  }

  /** @param path of the checkpoint that the run goes on from */
  restore(left: Checkpoint['series'], path: string): void {
    if (left) this.#files?.restore(left.places, path)
  }

  async close(): Promise<void> {
    await this.#threads?.close()
    this.#files?.close()
  }
}

import { Behind } from '../base/fold.ts'
import type { Guard, Journal } from '../base/journal.ts'
import { Keyed } from '../keyed/keyed.ts'
import { type Outcome, Stale } from '../keyed/task.ts'
import type { Series, SeriesModel } from '../learning/series.ts'
import type { ModelBook } from '../learning/seriesFold.ts'
import { type ModelRecord, type RegistryEvent, type RegistryState, registryFold } from './registryFold.ts'

/** Where the models are in the journal; no key of a series starts so. */
const STREAM = '!models'

/** Versions and recipes that are kept built. */
const BUILT = 256

/** Makes a served model from a recipe as it was written. @throws {ArgumentError} if the recipe is wrong */
export type BuildModel = (recipe: unknown) => BuiltModel

export interface BuiltModel {
  readonly series: SeriesModel
  /** The coverage that was asked for. */
  readonly coverage: number
  /** The names of an input's columns; absent where any may come. */
  readonly columns?: readonly string[]
  /** The column of outcomes, where the recipe names it. */
  readonly target?: string
}

/** The models that all workers share: recipes, versions, which of them answers. */
export class Registry implements ModelBook {
  readonly #keyed: Keyed<RegistryState>
  readonly #build: BuildModel
  readonly #check: (recipe: unknown) => Promise<void>
  readonly #built = new Map<string, BuiltModel>()
  /** By the text of the recipe: versions that share it share some tens of kilobytes. */
  readonly #byRecipe = new Map<string, BuiltModel>()
  #models: ReadonlyMap<string, ModelRecord> = new Map()
  #seq = 0
  #epoch = 0
  readonly #shared: boolean
  #timer: NodeJS.Timeout | undefined

  /** @param check refuses a recipe before it becomes a version. @default what cannot be built */
  constructor(
    journal: Journal,
    build: BuildModel,
    check: (recipe: unknown) => Promise<void> = checkBy(build),
  ) {
    this.#shared = journal.shared
    // An answer holds the whole model: few are kept.
    this.#keyed = new Keyed(registryFold, journal, { remember: 4, names: 0 })
    this.#build = build
    this.#check = check
    // Other workers change models too.
    if (journal.shared) this.#timer = setInterval(() => void this.refresh().catch(() => {}), 1000).unref()
  }

  /** How many changes of the models are known. */
  get seq(): number {
    return this.#seq
  }

  /** Where the models are in the journal, as this worker knows them: events are written only while that is so. */
  position(): Guard {
    return { key: STREAM, head: this.#seq, epoch: this.#epoch }
  }

  /** The model that a stream belongs to. @throws {Stale} if it was deleted since, or made anew */
  ofStream(stream: string): ModelRecord {
    const model = this.get(modelOfKey(stream))
    if (model && stream.startsWith(streamOf(model, ''))) return model
    throw new Stale(`the model of ${stream} is gone`)
  }

  /** All that there ever were, also those that were deleted. */
  all(): ModelRecord[] {
    return [...this.#models.values()]
  }

  get(name: string): ModelRecord | undefined {
    const model = this.#models.get(name)
    return model?.deleted ? undefined : model
  }

  list(): ModelRecord[] {
    return [...this.#models.values()].filter(({ deleted }) => !deleted)
  }

  async change(id: string, event: RegistryEvent): Promise<Outcome> {
    if (event.op === 'put') await this.#check(event.recipe)
    const outcome = await this.#keyed.submit({ key: STREAM, id, body: event })
    await this.refresh()
    return outcome
  }

  /** Reads the models again if one of these is not known: another worker may have made it a moment ago. */
  async seek(names: Iterable<string>): Promise<void> {
    if (!this.#shared) return
    for (const name of names) if (!this.get(name)) return this.refresh()
  }

  async refresh(): Promise<void> {
    await this.#keyed.read(STREAM, ({ state, seq, epoch }) => {
      this.#epoch = epoch
      if (seq === this.#seq) return
      // A version never changes, and a change of a model only adds to them.
      this.#models = new Map(
        Object.entries(state.models).map(([name, model]): [string, ModelRecord] => [
          name,
          { ...model, shadows: [...model.shadows], versions: [...model.versions] },
        ]),
      )
      this.#seq = seq
    })
  }

  /** The built model of a version. @throws {Behind} if this worker does not know it yet */
  model(name: string, version: number): BuiltModel {
    const known = `${name}@${version}`
    const found = this.#built.get(known)
    if (found) return found
    const written = this.#models.get(name)?.versions[version - 1]
    if (!written) throw new Behind(`${known} is not known yet`)
    const text = JSON.stringify(written.recipe)
    const built = this.#byRecipe.get(text) ?? this.#build(written.recipe)
    keep(this.#byRecipe, text, built)
    keep(this.#built, known, built)
    return built
  }

  begin(key: string, version: number, saved?: Uint8Array): Series {
    return this.model(modelOfKey(key), version).series.begin(saved)
  }

  target(key: string, version: number): number {
    return this.model(modelOfKey(key), version).coverage
  }

  /** @param deadline as `performance.now()` says it. @default none */
  async close(deadline?: number): Promise<void> {
    clearInterval(this.#timer)
    await this.#keyed.drain(deadline)
  }
}

function checkBy(build: BuildModel): (recipe: unknown) => Promise<void> {
  return async (recipe) => void build(recipe)
}

/** The oldest goes; it is built again where it is still needed. */
function keep(built: Map<string, BuiltModel>, name: string, model: BuiltModel): void {
  built.set(name, model)
  if (built.size > BUILT) built.delete(built.keys().next().value as string)
}

/** A model's name has no slash and no tilde, so the first slash parts it from the key, and a tilde from its life. */
export function streamOf({ name, life = 0 }: Pick<ModelRecord, 'name' | 'life'>, key: string): string {
  return `${name}${life > 0 ? `~${life}` : ''}/${key}`
}

export function modelOfKey(stream: string): string {
  const [name = ''] = stream.slice(0, stream.indexOf('/')).split('~')
  return name
}

export function keyOf(stream: string): string {
  return stream.slice(stream.indexOf('/') + 1)
}

import { type Answer, answer, type Fold } from '../base/fold.ts'
import { problem } from '../base/problem.ts'

export interface ModelVersion {
  readonly version: number
  /** As the caller wrote it. */
  readonly recipe: unknown
  /** Milliseconds since 1970. */
  readonly created: number
}

export interface ModelRecord {
  readonly name: string
  /** All there ever were: keys may still hold them. */
  readonly versions: ModelVersion[]
  /** The version that answers. */
  live: number
  /** Versions that learn beside it and do not answer. */
  shadows: number[]
  deleted: boolean
  /** How often it was deleted and made again: each life has keys of its own. Absent: 0. */
  life?: number
  /** Lives whose keys are known to be removed. Absent: 0. */
  swept?: number
}

/** The models, as the fold of what was done to them. */
export interface RegistryState {
  readonly models: Record<string, ModelRecord>
  /** Every recipe once, by its text: a model that is deleted and made again has many versions and few recipes. */
  readonly recipes: Map<string, unknown>
}

export type ModelView = Pick<ModelRecord, 'name' | 'live' | 'shadows' | 'versions'>

export type RegistryEvent = {
  readonly model: string
} & (
  | { readonly op: 'put'; readonly recipe: unknown; readonly at: number; readonly limit: number }
  | { readonly op: 'promote'; readonly version: number }
  | { readonly op: 'drop'; readonly version: number }
  | { readonly op: 'delete' }
  /** The keys of all lives before this one are removed. */
  | { readonly op: 'swept'; readonly life: number }
)

/** Lives of a model whose keys are still to be removed: from the first number, to before the second. */
export function endedLives({ life = 0, swept = 0, deleted }: ModelRecord): { from: number; to: number } {
  return { from: swept, to: deleted ? life + 1 : life }
}

/** Shadows cost as much as what they shadow. */
const SHADOWS = 3

export const registryFold: Fold<RegistryState> = {
  init: () => ({ models: {}, recipes: new Map() }),
  apply: (state, event) => applyTo(state, event as RegistryEvent),
  save: ({ models }) => new TextEncoder().encode(JSON.stringify({ models })),
  restore(_key, bytes) {
    const { models } = JSON.parse(new TextDecoder().decode(bytes)) as Pick<RegistryState, 'models'>
    const recipes = new Map<string, unknown>()
    for (const { versions } of Object.values(models)) {
      versions.forEach((version, i) => {
        versions[i] = { ...version, recipe: shared(recipes, version.recipe) }
      })
    }
    return { models, recipes }
  },
}

/** The same recipe as one object. */
function shared(recipes: Map<string, unknown>, recipe: unknown): unknown {
  const text = JSON.stringify(recipe)
  if (!recipes.has(text)) recipes.set(text, recipe)
  return recipes.get(text)
}

/** Versions that are shown beside those that learn. */
const SHOWN = 20

/** A model as callers see it: the versions that learn, and the last there were. */
export function describeModel({ name, live, shadows, versions }: ModelRecord): ModelView {
  const recent = versions.slice(-SHOWN)
  const older = [live, ...shadows].filter((version) => version <= versions.length - recent.length)
  const early = older.sort((a, b) => a - b).map((version) => versions[version - 1] as ModelVersion)
  return { name, live, shadows, versions: [...early, ...recent] }
}

function applyTo({ models, recipes }: RegistryState, event: RegistryEvent): Answer {
  const model = Object.hasOwn(models, event.model) ? models[event.model] : undefined
  if (event.op === 'put') return put(models, model, { ...event, recipe: shared(recipes, event.recipe) })
  if (event.op === 'swept' && model) {
    model.swept = Math.max(model.swept ?? 0, event.life)
    return answer(200, { swept: model.swept })
  }
  if (!model || model.deleted) return answer(404, problem(404, `there is no model ${event.model}`))
  if (event.op === 'delete') {
    model.deleted = true
    return answer(200, { deleted: true })
  }
  const { version, op } = event as RegistryEvent & { op: 'promote' | 'drop' }
  if (version > model.versions.length) {
    return answer(404, problem(404, `there is no version ${version} of ${event.model}`))
  }
  if (!model.shadows.includes(version)) {
    const state = version === model.live ? 'is the one that answers' : 'was dropped'
    return answer(409, problem(409, `version ${version} ${state}`))
  }
  model.shadows = model.shadows.filter((shadow) => shadow !== version)
  if (op === 'promote') {
    // The old one learns on in the shadow, so that it can be promoted back.
    model.shadows = [model.live, ...model.shadows].slice(0, SHADOWS)
    model.live = version
  }
  return answer(200, describeModel(model))
}

function put(
  models: RegistryState['models'],
  model: ModelRecord | undefined,
  { model: name, recipe, at, limit }: RegistryEvent & { op: 'put' },
): Answer {
  if (!model) {
    if (Object.keys(models).length >= limit)
      return answer(422, problem(422, `there are ${limit} models already`))
    const made = {
      name,
      versions: [{ version: 1, recipe, created: at }],
      live: 1,
      shadows: [],
      deleted: false,
    }
    // Not assignment: a model named __proto__ must stay data.
    Object.defineProperty(models, name, { value: made, enumerable: true, configurable: true, writable: true })
    return answer(201, describeModel(made))
  }
  const current = [model.live, ...model.shadows].map((known) => model.versions[known - 1])
  if (!model.deleted && current.some((known) => known?.recipe === recipe)) {
    return answer(200, describeModel(model))
  }
  const version = model.versions.length + 1
  if (model.deleted) {
    model.deleted = false
    model.life = (model.life ?? 0) + 1
    model.live = version
    model.shadows = []
  } else if (model.shadows.length >= SHADOWS) {
    return answer(409, problem(409, `${SHADOWS} versions are in the shadow already: promote or drop one`))
  } else model.shadows.push(version)
  model.versions.push({ version, recipe, created: at })
  return answer(201, describeModel(model))
}

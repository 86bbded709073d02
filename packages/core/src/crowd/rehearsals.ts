import { learn } from '../live/learn.ts'
import { chance } from './chance.ts'
import type { KeyInput, KeyModel, KeyState } from './keyModel.ts'

/** One row in so many of a grown series begins a rehearsal, over the rows that one takes. */
const RARE = 6

/**
 * Grown series that are learnt once more, as if they had just begun.
 *
 * In the first rows of a table the season is not known yet: what was right for young series then is not what is right for
 * a key that comes later. A few rehearsals at all times keep it true.
 */
export class Rehearsals {
  readonly states: Map<string, KeyState> = new Map()
  readonly #model: KeyModel

  constructor(model: KeyModel) {
    this.#model = model
  }

  /** A row of `grown`, which has learnt it by now. */
  learn(
    key: string,
    input: KeyInput & { readonly at: number },
    y: number,
    grown: KeyState | undefined,
  ): void {
    const model = this.#model
    const { youth } = model.shape
    const isReady =
      grown !== undefined && grown.path.outcomes >= 2 * youth && model.shared.periods > 2 * youth
    let state = this.states.get(key)
    if (state === undefined) {
      if (!isReady || chance(key, input.at) >= 1 / (RARE * 2 * youth)) return
      state = model.init()
      this.states.set(key, state)
    }
    model.rehearsing = true
    try {
      learn(model, state, { ...input, known: state.last < 0 ? [] : (input.known ?? []) }, y)
    } finally {
      model.rehearsing = false
    }
    if (state.path.outcomes > 2 * youth) this.states.delete(key)
  }
}

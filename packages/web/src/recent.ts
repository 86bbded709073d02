import type { LiveEvent } from '@credence/client'
import { signal } from '@preact/signals'
import { client } from './connection.ts'
import { Rounds } from './rounds.ts'

/** Series whose last rounds are known: those first in the list, which have a card. */
export const CARDS = 24
/** Rounds on a card. */
export const ROUNDS = 60
/** Milliseconds between two pictures: cards need not follow every round. */
const APART = 250

/** Changes whenever rounds do: they are the same objects. */
export const frame = signal(0)
/** Of series whose rounds are known: the share of their last outcomes inside. */
export const inside = signal<ReadonlyMap<string, number>>(new Map())

let known = new Map<string, Rounds>()
let model = ''
let waiting = false

/** The last rounds of a series of this model. */
export function roundsOf(of: string, key: string): Rounds {
  if (of !== model) forgetRounds(of)
  const rounds = known.get(key) ?? new Rounds()
  known.set(key, rounds)
  return rounds
}

/** Asks anew: rounds may have come that nobody followed. */
export function forgetRounds(of: string): void {
  known = new Map()
  model = of
}

export function addRound(of: string, event: LiveEvent): void {
  if (of === model && roundsOf(of, event.key).add(event)) redraw()
}

/** Reads the rounds that the service kept, once for each series. */
export function recallRounds(of: string, keys: readonly string[]): void {
  for (const key of keys.filter((name) => name !== '')) {
    const rounds = roundsOf(of, key)
    if (rounds.asked) continue
    rounds.asked = true
    // Where the service keeps no history, a card begins with what comes.
    client()
      .history(of, key, { last: ROUNDS })
      .then((kept) => {
        if (rounds.addPast(kept)) redraw()
      })
      .catch(() => {})
  }
}

function redraw(): void {
  if (waiting) return
  waiting = true
  setTimeout(() => {
    waiting = false
    frame.value++
    inside.value = new Map(Array.from(known, ([key, { columns }]) => [key, columns.rolling.at(-1) ?? 1]))
  }, APART)
}

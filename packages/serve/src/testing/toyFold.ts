import { answer, type Fold } from '../base/fold.ts'

export interface Toy {
  sum: number
  count: number
}

/** A fold to test with: adds numbers in an order that matters, and refuses what is no number. */
export const toyFold: Fold<Toy> = {
  init: () => ({ sum: 1, count: 0 }),
  apply(state, event, seq) {
    const { add } = event as { add: unknown }
    if (add === 'throw') throw new Error('as asked')
    if (typeof add !== 'number') return answer(400, { title: 'not a number' })
    state.sum = (state.sum * 31 + add) % 1_000_003
    state.count++
    return answer(200, { sum: state.sum, seq })
  },
  save: ({ sum, count }) => new TextEncoder().encode(JSON.stringify([sum, count])),
  restore(_key, bytes) {
    const [sum, count] = JSON.parse(new TextDecoder().decode(bytes)) as [number, number]
    return { sum, count }
  },
  mark: ({ sum }) => (sum % 10 === 7 ? 1 : 0),
}

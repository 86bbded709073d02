import { expect, it } from 'vitest'
import * as credence from '../all.ts'
import { digest } from '../fuzz/digest.ts'

/** What random programs found, each as the smallest program that showed it. */

it.each([
  ['an outcome of 1e160', { at: 1 }, 1e160],
  ['a place between two', { at: 1.5 }, 3],
  ['a row with a column too many', { at: 1, known: [[1, 2]] }, 3],
])('a crowd that refuses %s of a later period is as it was', (_, input, y) => {
  const shops = credence.crowd({ steps: 1, known: 1 })
  shops.learn('north', { at: 0, known: [[1]] }, 3)
  shops.learn('south', { at: 0, known: [[1]] }, 4)
  const before = digest(shops.save())
  expect(() => shops.learn('north', input, y)).toThrow(/must/)
  expect(digest(shops.save())).toBe(before)
  expect(() => shops.learn('new', input, y)).toThrow(/must/)
  expect(digest(shops.save())).toBe(before)
})

/** A crowd of two, and a save of it in which the state of the second series is damaged, or not. */
function twoShops(spoilt: boolean) {
  const shops = credence.crowd({ steps: 1 })
  for (const key of ['north', 'south']) shops.learn(key, { at: 0 }, 3)
  const save = credence.readSave(shops.save()) as unknown as { state: { states: Uint8Array[] } }
  if (spoilt) save.state.states[1] = save.state.states[1].slice(0, -1)
  return { shops, save: credence.writeSave(save as never) }
}

it('a crowd that refuses a save is as it was', () => {
  const { shops, save } = twoShops(true)
  for (const key of ['north', 'south']) shops.learn(key, { at: 1 }, 4)
  const before = digest(shops.save())
  expect(() => shops.restore(save)).toThrow(/save/)
  expect(digest(shops.save())).toBe(before)
})

it('a crowd that is restored forgets the series that the save does not have', () => {
  const { save } = twoShops(false)
  const shops = credence.crowd({ steps: 1 })
  shops.learn('west', { at: 7 }, 1)
  expect(digest(shops.restore(save).save())).toBe(digest(save))
})

it('auto over several series that refuses a save is as it was, and forgets what a save does not have', () => {
  const make = () => credence.auto({ by: 'shop' })
  const [two, other] = [make(), make()]
  for (const shop of ['north', 'south']) two.learn({ shop }, 3)
  other.learn({ shop: 'west' }, 1)
  const save = credence.readSave(two.save()) as unknown as { state: { states: Uint8Array[] } }
  save.state.states[1] = save.state.states[1].slice(0, -1)
  const before = digest(other.save())
  expect(() => other.restore(credence.writeSave(save as never))).toThrow(/save/)
  expect(digest(other.save())).toBe(before)
  expect(digest(other.restore(two.save()).save())).toBe(digest(two.save()))
})

it('a series of a crowd that was deleted comes again as a new one, however much later', () => {
  const shops = credence.crowd({ steps: 1 })
  for (let at = 0; at < 25; at++) for (const key of 'abcdefghijklm') shops.learn(key, { at }, at % 3)
  const { state } = credence.readSave(shops.save()) as unknown as {
    state: { rehearsals: [string, unknown][] }
  }
  for (const [key] of state.rehearsals) shops.delete(key)
  for (const [key] of state.rehearsals) expect(shops.learn(key, { at: 2_000_000 }, 1).step).toBe(1)
  expect(state.rehearsals.length).toBeGreaterThan(0)
})

it('a crowd forecasts a new series at any place, however large', () => {
  const shops = credence.crowd({ steps: 1 })
  shops.learn('north', { at: 29_000_000 }, 3)
  expect(shops.predict('new', { at: 29_000_001 }).steps).toHaveLength(1)
})

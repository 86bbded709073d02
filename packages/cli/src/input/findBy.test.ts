import { seededRng } from 'credence'
import { uniform } from 'credence/random'
import { expect, it } from 'vitest'
import { findBy } from './findBy.ts'

const SHOPS = ['north', 'south', 'west']
const WEATHER = ['sun', 'rain', 'fog', 'snow', 'wind']

interface Row {
  readonly time: number
  readonly shop: string
  readonly sky: string
}

const rng = seededRng(1)
const oneOf = (words: readonly string[]): string => words[Math.floor(uniform(rng) * words.length)] as string

/** A row of each shop on each day. */
const ROWS: readonly Row[] = Array.from({ length: 40 }, (_, t) =>
  SHOPS.map((shop) => ({ time: t, shop, sky: oneOf(WEATHER) })),
).flat()

function found(rows: readonly Row[]): string[] {
  return findBy({
    times: rows.map(({ time }) => time),
    columns: new Map([
      ['sky', rows.map(({ sky }) => sky)],
      ['shop', rows.map(({ shop }) => shop)],
    ]),
  })
}

it('finds the column that tells series apart', () => {
  expect(found(ROWS)).toEqual(['shop'])
})

it('finds it where a few rows were copied by mistake', () => {
  const copied = ROWS.flatMap((row, i) => (i % 30 === 4 ? [row, row] : [row]))
  expect(found(copied)).toEqual(['shop'])
  const corrected = ROWS.flatMap((row, i) => (i % 30 === 4 ? [row, { ...row, sky: 'hail' }] : [row]))
  expect(found(corrected)).toEqual(['shop'])
})

it('finds it where some rows have no time', () => {
  expect(found(ROWS.map((row, i) => (i % 15 === 4 ? { ...row, time: Number.NaN } : row)))).toEqual(['shop'])
})

it('takes no column of words for it that shares times as often as chance would', () => {
  // Twenty words over 200 days, two rows a day: 1 of 40 rows has the word of the other row of its day.
  const names = Array.from({ length: 20 }, (_, i) => `w${i}`)
  const words = Array.from({ length: 400 }, () => oneOf(names))
  const times = words.map((_, i) => i >> 1)
  const shared = words.filter((word, i) => i % 2 === 1 && word === words[i - 1]).length
  expect(shared).toBeGreaterThan(4)
  expect(shared).toBeLessThan(20)
  expect(findBy({ times, columns: new Map([['word', words]]) })).toEqual([])
})

it('takes no column for it where a few rows of one series were copied', () => {
  const one = ROWS.filter(({ shop }) => shop === 'north').flatMap((row, i) =>
    i % 20 === 4 ? [row, row] : [row],
  )
  expect(found(one)).toEqual([])
})

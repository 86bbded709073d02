import { describe, expect, it } from 'vitest'
import { CELLS, observeCells, unusualOf } from './cells.ts'

describe('an unusual cell', () => {
  const state = CELLS()
  const names = ['temp', 'sky', 'id']
  for (let t = 0; t < 200; t++)
    observeCells(state, names, [String(10 + Math.sin(t)), t % 2 ? 'grey' : 'blue', `row ${t}`])

  it.each([
    [['10.2', 'grey', 'row 999'], ''],
    [['35', 'grey', 'row 999'], 'temp 35 is the highest so far'],
    [['-9', 'blue', 'row 999'], 'temp -9 is the lowest so far'],
    [['10', 'green', 'row 999'], 'sky “green” is new'],
    [['', 'blue', 'row 999'], 'temp is missing'],
  ])('of %j is named: %s', (cells, words) => {
    expect(unusualOf(state, cells)).toBe(words)
  })
})

import { describe, expect, it } from 'vitest'
import { columnsOf } from './rounds.ts'
import { errorOf, lately, nextOf } from './story.ts'

/** Outcomes that go up and down by 4; forecasts are off by what `error` says. */
function columns(rounds: number, error: (i: number) => number) {
  const at = Array.from({ length: rounds }, (_, i) => i + 1)
  const y = at.map((i) => 10 + 2 * (-1) ** i)
  return { at, time: at.map(() => Number.NaN), y, mean: y.map((value, i) => value - error(i)) }
}

describe('what the page says of errors', () => {
  it('is beside those of repeating the last outcome, with the worst stretch', () => {
    const told = errorOf(columns(300, (i) => (i >= 100 && i < 150 ? 3 : 1)))
    expect(told).toBe(
      'Off by 1.00 over the last 50, 75\u202f% less than by repeating the last outcome; at worst by 3.00, over the 50 up to round 150.',
    )
  })

  it('says that it is the worst now', () => {
    expect(errorOf(columns(200, (i) => (i >= 150 ? 3 : 1)))).toContain(
      '; these are the worst 50 of the last 200.',
    )
  })

  it('is nothing where there are too few', () => {
    expect(errorOf(columns(8, () => 1))).toBe('')
  })
})

describe('what the page says of intervals', () => {
  it.each([
    [0.76, '76\u202f% of the last 50 fell inside: fewer than chance allows'],
    [0.84, '84\u202f% of the last 50 fell inside: as promised'],
    [1, '100\u202f% of the last 50 fell inside: more than chance allows'],
    [null, 'Too few outcomes to judge the intervals yet'],
  ])('is a verdict: %s', (share, verdict) => {
    expect(lately({ rolling: [share] }, 0.9)).toBe(verdict)
  })

  it('of the next outcome has its time, where outcomes have times', () => {
    const round = (n: number, at?: number) => ({
      ...{ round: n, y: n, mean: n, lower: n, upper: n, loss: 0, covered: true },
      ...(at === undefined ? {} : { at }),
    })
    const path = [{ step: 1, mean: 3, lower: 2, upper: 4 }]
    const day = 86_400_000
    const timed = columnsOf([round(1, Date.UTC(2026, 10, 15)), round(2, Date.UTC(2026, 10, 15) + day)])
    expect(nextOf({ target: 0.9 }, timed, path)).toContain('Next (Tue 17 Nov 2026): 3.00, between')
    expect(nextOf({ target: 0.9 }, columnsOf([round(1), round(2)]), path)).toContain('Next: 3.00')
  })
})

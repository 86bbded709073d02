import { describe, expect, it } from 'vitest'
import { costOf } from './cost.ts'

const wide = {
  columns: Array.from({ length: 131 }),
  features: Array.from({ length: 140 }, String),
  state: { labels: ['a', 'b', 'c', 'd', 'e'] },
}

describe('what a run will take', () => {
  it('is said with the reason where it is long', () => {
    const line = costOf({ left: 198, rate: 4, rows: 8, share: 0.01, learner: wide })
    expect(line).toContain(
      'about 3 min left for some 800 rows, at 4.0 rows a second: 131 columns make 140 features',
    )
    expect(line).toContain('each of 5 classes has a learner of its own')
  })

  it('is not said where it is short', () => {
    expect(costOf({ left: 2, rate: 400, rows: 800, share: 0.5, learner: wide })).toBeUndefined()
    expect(costOf({ left: undefined, rate: 400, rows: 800, share: undefined, learner: {} })).toBeUndefined()
  })

  it('is not said before there is a pace, as where a run goes on past rows that it knows', () => {
    expect(costOf({ left: undefined, rate: 0, rows: 30_000, share: 0.3, learner: {} })).toBeUndefined()
  })

  it('does not blame one column', () => {
    const narrow = { columns: ['a'], features: ['a'] }
    const line = costOf({ left: 198, rate: 4, rows: 8, share: 0.01, learner: narrow })
    expect(line).toBe('about 3 min left for some 800 rows, at 4.0 rows a second')
  })

  it('is the speed alone where the number of rows is not known', () => {
    expect(costOf({ left: undefined, rate: 15, rows: 30, share: undefined, learner: {} })).toBe(
      '15 rows a second',
    )
  })
})

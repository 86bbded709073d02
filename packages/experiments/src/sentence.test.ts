import { describe, expect, it } from 'vitest'
import { deciding, judge, measure, sentence } from './sentence.ts'

const above = (values: number[], more: { fact?: boolean; extra?: boolean; than?: number } = {}) =>
  measure({ what: '', side: 'above', values, ...more })

describe('a number', () => {
  it('holds or fails only where the whole interval lies on one side; else it is inconclusive', () => {
    const at = (low: number, mean: number, high: number) => ({ n: 9, mean, error: 1, low, high })
    expect(judge(at(1, 2, 3), 'above', 0)).toBe('holds')
    expect(judge(at(-1, 2, 5), 'above', 0)).toBe('inconclusive')
    expect(judge(at(-4, -2, 1), 'above', 0)).toBe('inconclusive')
    expect(judge(at(-4, -2, -1), 'above', 0)).toBe('fails')
    expect(judge(at(1, 2, 3), 'below', 4)).toBe('holds')
    expect(judge(at(1, 2, 3), 'below', 2.5)).toBe('inconclusive')
    expect(judge(at(1, 2, 3), 'below', 0.5)).toBe('fails')
    expect(judge(at(2, 2, 2), 'below', 2)).toBe('fails')
  })

  it('of a single replication decides nothing, unless it is a deterministic fact: then its side does', () => {
    expect([above([5]), above([-5]), above([Number.NaN])].map(({ verdict }) => verdict)).toEqual([
      'inconclusive',
      'inconclusive',
      'fails',
    ])
    const facts = [5, -5, 0, Number.NaN].map((value) => above([value], { fact: true }).verdict)
    expect(facts).toEqual(['holds', 'fails', 'fails', 'fails'])
  })
})

describe('a sentence', () => {
  const verdict = (...measures: ReturnType<typeof above>[]) =>
    sentence({ id: 'a', says: '', measures }).verdict

  it('holds if all that it claims holds, and fails if any of it fails', () => {
    expect(verdict(above([5, 6, 5]), above([1, 1.2, 1]))).toBe('holds')
    expect(verdict(above([5, 6, 5]), above([-1, 1]))).toBe('inconclusive')
    expect(verdict(above([5, 6, 5]), above([-1, 1]), above([-5, -6, -5]))).toBe('fails')
  })

  it('does not depend on numbers that are only shown', () => {
    expect(verdict(above([5, 6, 5]), above([-5, -6, -5], { extra: true }))).toBe('holds')
    expect(verdict(above([5, 6, 5], { extra: true }))).toBe('inconclusive')
  })

  it('is decided by the number furthest on the wrong side', () => {
    const measures = [above([5, 6, 5]), above([1, 1.2, 1]), above([-9, -9.1], { extra: true })]
    expect(deciding(measures)?.estimate.mean).toBeCloseTo(3.2 / 3, 12)
    expect(deciding([...measures, above([-1, -1.2, -1])])?.verdict).toBe('fails')
  })
})

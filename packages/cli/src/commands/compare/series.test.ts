import { parseRecipe } from '@credence/recipe'
import { expect, it } from 'vitest'
import type { Input } from '../../input/input.ts'
import { commonBy, Judge } from './series.ts'
import { Naive } from './yardstick.ts'

const KEYS = ['small', 'large']
const SCALES = [1, 1000]

/** Two series that are one another's, a thousand times as large. */
function judged(many: boolean) {
  const judge = new Judge('absolute', 0.9, many, () => new Naive('absolute', 0.9))
  return Array.from({ length: 12 }, (_, t) =>
    KEYS.map((key, k) => {
      const y = (SCALES[k] as number) * (10 + (t % 3))
      return judge.judge({ t, y, mean: y + (SCALES[k] as number) * 0.5 }, key)
    }),
  )
}

it('counts the losses of each series in its own units, so that a large one does not drown the others', () => {
  for (const [small, large] of judged(true).slice(2)) {
    expect(large?.loss).toBeCloseTo(small?.loss as number, 12)
    expect(large?.naive?.loss).toBeCloseTo(small?.naive?.loss as number, 12)
  }
})

it('repeats the last value of the same series, not of the row before', () => {
  const [, [, large] = []] = judged(true)
  expect(large?.naive?.point).toBeNaN()
  const [, , [, later] = []] = judged(true)
  // From 10,000 to 11,000 is one change; the naive forecast is off by one more.
  expect(later?.naive?.loss).toBe(1)
})

it('leaves losses as they are where there is one series', () => {
  const [, , [, large] = []] = judged(false)
  expect(large?.loss).toBe(500)
})

it('takes the columns of series from recipes, also where a name holds a comma, and refuses two ways', async () => {
  const by = (...columns: string[]) => parseRecipe({ task: 'auto', target: 'sold', by: columns })
  const found = (...each: ReturnType<typeof by>[]) =>
    commonBy(each, {} as Input, new AbortController().signal)
  const alone = parseRecipe({ task: 'auto', target: 'sold', by: null })
  expect(await found(by('Shop, city'), alone, by('Shop, city'))).toEqual(['Shop, city'])
  await expect(found(by('shop'), by('city'))).rejects.toThrow('recipes tell series apart by shop and by city')
})

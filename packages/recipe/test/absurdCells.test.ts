import { expect, it } from 'vitest'
import { parseRecipe, planRecipe } from '../src/index.ts'

/** Errors of a preset on y = 2a − b + 1, with one absurd cell of b in row 300. */
function errorsOf(recipe: object, cell: number): number[] {
  const session = planRecipe(parseRecipe({ target: 'y', horizon: 900, ...recipe }), ['a', 'b', 'y']).begin({})
  return Array.from({ length: 900 }, (_, t) => {
    const [a, b] = [Math.sin(7 * t), Math.cos(5 * t * t)]
    const row = Float64Array.of(a, t === 300 ? cell : b, 2 * a - b + 1)
    const { mean } = session.step(row) as { mean: number }
    return Math.abs(mean - (row[2] as number))
  })
}

const late = (errors: readonly number[]): number =>
  errors.slice(600).reduce((sum, error) => sum + error, 0) / 300

it.each([1e6, 1e160, -1e12])('one cell of %d does not ruin svb-ea for the rest of the run', (cell) => {
  const clean = late(errorsOf({ preset: 'svb-ea' }, 0.3))
  expect(late(errorsOf({ preset: 'svb-ea' }, cell))).toBeLessThan(1.2 * clean + 0.02)
})

it('does ruin it where nothing is clipped, as in the paper', () => {
  const prepare = { reach: null }
  expect(late(errorsOf({ preset: 'svb-ea', prepare }, 1e6))).toBeGreaterThan(
    2 * late(errorsOf({ preset: 'svb-ea', prepare }, 0.3)),
  )
})

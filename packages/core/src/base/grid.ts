import { ArgumentError } from './errors.ts'

/** One value, or several that span an axis of a grid. */
export type Axis<T> = T | readonly T[]

type Point<Axes> = { [Name in keyof Axes]: Axes[Name] extends Axis<infer T> ? T : never }

/** More experts than this are a mistake, and would take gigabytes before anything could say so. */
const LARGEST_GRID = 1_000_000

/**
 * The product of the axes, in the order they are listed, the last varying fastest.
 *
 *     grid({ scale: [1, 2], noise: [3, 4] })  →  (1,3) (1,4) (2,3) (2,4)
 */
export function grid<Axes extends Record<string, Axis<unknown>>>(axes: Axes): readonly Point<Axes>[] {
  const sizes = Object.values(axes).map((axis) => (Array.isArray(axis) ? axis.length : 1))
  const total = sizes.reduce((product, size) => product * size, 1)
  if (total > LARGEST_GRID) {
    const product = sizes.filter((size) => size > 1).join(' × ')
    throw new ArgumentError(
      `a grid must have at most ${LARGEST_GRID} points; received ${product} = ${total}`,
      'too-large',
    )
  }
  let points: Record<string, unknown>[] = [{}]
  for (const [name, axis] of Object.entries(axes)) {
    const values: readonly unknown[] = Array.isArray(axis) ? axis : [axis]
    if (values.length === 0) throw new ArgumentError(`${name} must not be empty`, 'empty')
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })))
  }
  return points as Point<Axes>[]
}

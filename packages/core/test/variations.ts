import type { AnyOptions, Option } from '../src/base/options.ts'
import type { Value } from '../src/base/values.ts'

/** Two values of an option that its declaration allows. */
function values({ axis, value }: Option): unknown[] {
  const { shape } = (axis ?? value) as Value
  if (shape.type === 'boolean') return [false, true]
  if (shape.type === 'choice') return shape.of.slice(0, 2)
  if (shape.type === 'either') return shape.of.flatMap((one) => values({ value: one })).slice(0, 2)
  if (shape.type !== 'number') return []
  return [0.25, 0.5, 1, 2, 3, 5].filter((n) => fits((axis ?? value) as Value, n)).slice(0, 2)
}

export function fits(value: Value, n: number): boolean {
  try {
    value.read('n', n)
    return true
  } catch {
    return false
  }
}

/** Every option of a declaration that can be varied by a number, a word or a flag: base with one value, and with another. */
export function variations(options: AnyOptions, base: object): [string, object, object][] {
  return Object.entries(options.declared).flatMap(([name, option]): [string, object, object][] => {
    const [one, other] = values(option)
    return other === undefined ? [] : [[name, { ...base, [name]: one }, { ...base, [name]: other }]]
  })
}

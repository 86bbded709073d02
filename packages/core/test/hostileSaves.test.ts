import { describe, expect, it } from 'vitest'
import { fromBytes } from '../src/base/save/save.ts'
import type { StateShape } from '../src/base/shape.ts'
import { Live } from '../src/live/live.ts'
import { learners } from './learners.ts'

type Edit = readonly [path: string, put: (value: unknown) => void, was: unknown, wrong: unknown]

/** Every value that a declaration excludes, in every place of a state; of long lists in a few. */
function* edits(shape: StateShape, value: unknown, path: string, record?: unknown): Generator<Edit> {
  const container = value as Record<string | number, unknown>
  const parts = shape.parts(value, record)
  const some =
    parts.length > 12 && Array.isArray(value) ? [parts[0], parts[1], parts[parts.length - 1]] : parts
  for (const [name, part] of some) {
    const own = container[name]
    const put = (given: unknown): void => {
      container[name] = given
    }
    // What a list's entries depend on is the record that the list is part of.
    const around = Array.isArray(value) ? record : value
    for (const wrong of part.wrong(own, around)) yield [`${path}.${name}`, put, own, wrong]
    yield* edits(part, own, `${path}.${name}`, around)
  }
}

describe.each(Object.entries(learners))('a state of %s', (_name, make) => {
  it('is refused with any value that its declaration excludes, wherever it is put', () => {
    const learner = make()
    const live = new Live(learner.model)
    const { state } = fromBytes(learner.save())
    live.accept(state)
    let tried = 0
    for (const [path, put, was, wrong] of edits(live.shape as StateShape, state, 'save')) {
      put(wrong)
      expect(() => live.accept(state), `${path} = ${String(wrong)}`).toThrow('the save does not fit')
      put(was)
      tried++
    }
    expect(tried).toBeGreaterThan(50)
    live.accept(state)
  })
})

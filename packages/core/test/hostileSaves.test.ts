import { describe, expect, it } from 'vitest'
import { decodeJson } from '../src/base/save/plainJson.ts'
import { fromBytes, toBytes, toJson } from '../src/base/save/save.ts'
import type { StateShape } from '../src/base/shape.ts'
import {
  classesInEpochs,
  classForest,
  classMixture,
  classNeighbours,
  classNormals,
  encoded,
  frequencies,
  governed,
  inEpochs,
  oneAgainstRest,
  softmaxRegression,
  transitions,
} from '../src/doors/auto.ts'
import { aggregate, conjugate, logDensity, logistic, prepared, squared, svb } from '../src/doors/index.ts'
import { paths } from '../src/doors/paths.ts'
import { Live } from '../src/live/live.ts'
import { learners } from './learners.ts'

/** Models of rows of cells, with 25 rows behind them and a forecast open; and one of paths. */
const ofRows: typeof learners = {
  'rows in epochs': () => {
    const inner = aggregate({
      experts: conjugate({ noise: [0.5, 1] }),
      loss: logDensity,
      onFailure: 'restart',
    })
    return learnt(governed(inEpochs(encoded(inner, { ahead: 2 })), { ahead: 2 }), (t) => t % 5)
  },
  'rows of classes': () => {
    const inner = aggregate({ experts: svb({ scale: [0.1, 1] }), loss: logistic, onFailure: 'restart' })
    const joint = [
      frequencies(),
      transitions(),
      softmaxRegression(),
      classNormals(),
      classNeighbours(),
      classForest({ trees: 2 }),
    ]
    const mixture = classMixture([oneAgainstRest(inner), ...joint])
    return learnt(governed(classesInEpochs(encoded(mixture))), (t) => 'abc'[t % 3])
  },
  'rows of cells around a preparation': () =>
    learnt(encoded(prepared(aggregate({ experts: conjugate(), loss: logDensity }), {})), (t) => t % 5),
  paths: () =>
    learnt(
      paths({ steps: 2, seasons: [3] }),
      (t) => t % 3,
      () => ({}),
    ),
}

// biome-ignore lint/suspicious/noExplicitAny: learners of every kind
function learnt(learner: any, outcome: (t: number) => unknown, input: (t: number) => object = cells): any {
  for (let t = 0; t < 25; t++) learner.learn(input(t), outcome(t))
  learner.predict(input(25), { id: 'open' })
  return learner
}

function cells(t: number): object {
  return {
    day: `2026-03-${10 + (t % 18)}`,
    load: t % 4 === 3 ? null : t % 7,
    region: t % 2 ? 'north' : 'south',
  }
}

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

describe.each(Object.entries({ ...learners, ...ofRows }))('a state of %s', (_name, make) => {
  it('is refused with any value that its declaration excludes, wherever it is put', () => {
    const learner = make()
    const live = new Live(learner.model)
    const { state } = fromBytes(learner.save())
    live.accept(state)
    let tried = 0
    for (const [path, put, was, wrong] of edits(live.shape as StateShape, state, 'save')) {
      put(wrong)
      expect(() => live.accept(state), `${path} = ${String(wrong)}`).toThrow(
        /the save (does not fit|is of another learner)/,
      )
      put(was)
      tried++
    }
    expect(tried).toBeGreaterThan(50)
    live.accept(state)
  })
})

it('a forecast opened with an x of another length, before the first outcome, does not spoil the save', () => {
  const make = () => aggregate({ experts: svb({ scale: 1 }), loss: squared })
  const learner = make()
  learner.predict([1, 2, 3, 4], { id: 'long' })
  learner.learn([1, 2, 3], 1)
  const again = make().restore(learner.save())
  expect(() => again.learn({ id: 'long', y: 1 })).toThrow('x must have 3 features; received 4')
})

it('before the first outcome too, an open forecast of another number of experts is refused', () => {
  const of = (scales: number[]) => {
    const learner = aggregate({ experts: svb({ scale: scales }), loss: squared })
    learner.predict([1, 2], { id: 'open' })
    return learner
  }
  const opened = ({ state }: ReturnType<typeof fromBytes>) =>
    (state as { open: { open: { issued: unknown }[] } }).open.open[0]
  const [two, three] = [of([0.1, 1]), of([0.1, 1, 10])].map((learner) => fromBytes(learner.save()))
  const own = opened(two).issued
  opened(two).issued = opened(three).issued
  expect(() => of([0.1, 1]).restore(toBytes(two))).toThrow('the save does not fit')
  opened(two).issued = own
  expect(of([0.1, 1]).restore(toBytes(two)).lateness.open).toBe(1)
})

describe('what is larger than its bytes', () => {
  it('a dimension of 3e8 is refused before anything is built', () => {
    const save = fromBytes(learners.svb().save())
    const { engine } = (save.state as { state: { engine: { dimension: number } } }).state
    engine.dimension = 3e8
    expect(() => learners.svb().restore(toBytes(save))).toThrow(
      'the dimension must be a whole number from 0 to',
    )
  })

  it('a save thousands of levels deep is refused, as bytes and as JSON', () => {
    let deep: unknown = null
    for (let i = 0; i < 1000; i++) deep = [deep]
    const save = { description: deep, state: null }
    const learner = learners.svb()
    expect(() => learner.restore(toBytes(save))).toThrow('the save is deeper than 200 levels')
    expect(() => learner.restore(toJson(save))).toThrow('the save is deeper than 200 levels')
  })

  it('so are numbers of a typed array that are typed arrays themselves', () => {
    const content = `{"description":${'{"$f64":['.repeat(20_000)}1${']}'.repeat(20_000)},"state":null}`
    expect(() => decodeJson(content)).toThrow('the save is deeper than 200 levels')
    expect(() => decodeJson('{"$f64":[{"$f64":[1]}]}')).toThrow('a $f64 with [1] in it')
    expect(decodeJson('{"$f64":[{"$number":"-0"}]}')).toEqual(new Float64Array([-0]))
  })
})

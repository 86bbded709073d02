import { decode, encode } from '../base/save/plainData.ts'
import { shapeOf } from '../base/shape.ts'
import { keyed } from '../live/keyed.ts'
import { learn } from '../live/learn.ts'
import { live } from '../live/learner.ts'
import { modelOf } from '../live/modelOf.ts'
import { normal, type Rng, seededRng } from '../math/rng.ts'
import type { Model, Modelled } from '../nouns/model.ts'
import { type Clause, ensure } from './clause.ts'
import { identical, sameBytes } from './plainData.ts'
import { savesOf } from './savesOf.ts'

export interface ModelContractOptions<Input> {
  /** Draws the input of round t. @default three standard normal numbers */
  input?(rng: Rng, t: number): Input
  /** Draws its outcome. @default the sum of the input's numbers, and noise */
  outcome?(rng: Rng, input: Input): number
  /** @default 120 */
  readonly rounds?: number
}

/** What every model promises, ours or yours. `make` builds the same model each time. */
export function modelContract<Input>(
  make: () => Modelled<Model<Input>>,
  options: ModelContractOptions<Input> = {},
): readonly Clause[] {
  const { rounds = 120 } = options
  const stream = draw(options, rounds)
  const trial: Trial<Input> = {
    rounds,
    stream,
    build: () => modelOf(make()),
    play: (model, state, from, to) =>
      stream
        .slice(from, to)
        .map(([x, y]) => [plain(model.predict(state, x)), plain(learn(model, state, x, y))]),
  }
  return [...ofStates(trial), ...ofManyStates(trial), ...ofIssuing(trial), ...ofRefusing(trial)]
}

/** The rounds that a model is tried on. */
interface Trial<Input> {
  readonly rounds: number
  readonly stream: readonly (readonly [Input, number])[]
  build(): Model<Input>
  /** The rounds from `from` up to `to`, each predicted and then learnt; what was predicted and learnt on the way. */
  play(model: Model<Input>, state: unknown, from: number, to: number): unknown[]
}

/** A state is plain data, and changes by learning alone. */
function ofStates<Input>({ rounds, stream, build, play }: Trial<Input>): Clause[] {
  return [
    {
      promise: 'the description and the state are plain data: they survive bytes and structuredClone',
      check() {
        const model = build()
        const state = model.init()
        play(model, state, 0, rounds)
        for (const value of [model.description, state]) {
          ensure(identical(decode(encode(value)), value), () => 'bytes altered it')
          ensure(identical(structuredClone(value), value), () => 'structuredClone altered it')
        }
      },
    },
    {
      promise: 'predicting and issuing change nothing, however often',
      check() {
        const model = build()
        const quiet = model.init()
        const curious = model.init()
        stream.forEach(([x, y], t) => {
          const before = encode(curious)
          model.predict(curious, stream[(7 * t + 3) % rounds][0])
          model.predict(curious, x)
          model.issue(curious, x)
          ensure(sameBytes(encode(curious), before), () => `the state changed in round ${t + 1}`)
          learn(model, curious, x, y)
          learn(model, quiet, x, y)
        })
        ensure(identical(quiet, curious), () => 'idle predictions changed what was learnt')
      },
    },
    {
      promise:
        'a save at any round, continued by a model built anew, is as if it had never stopped, bit for bit',
      check() {
        const model = build()
        const state = model.init()
        const whole: unknown[] = []
        const save = (): Uint8Array => encode(state)
        const saves = savesOf(rounds, save, (t) => whole.push(...play(model, state, t, t + 1)))
        for (const [stop, bytes] of saves) {
          const other = build()
          const resumed = decode(bytes)
          shapeOf(other).check(resumed, 'state')
          ensure(
            identical(whole.slice(stop), play(other, resumed, stop, rounds)),
            () => `it differs after a save at ${stop}`,
          )
          ensure(identical(state, resumed), () => `the state differs after a save at ${stop}`)
        }
      },
    },
  ]
}

/** One model, many states. */
function ofManyStates<Input>({ rounds, stream, build }: Trial<Input>): Clause[] {
  return [
    {
      promise: 'one model serves many states at once: each is as if it were alone, bit for bit',
      check() {
        const alone = build()
        const shared = build()
        const single = alone.init()
        const states = [shared.init(), shared.init()]
        stream.forEach(([x, y], t) => {
          const [otherX, otherY] = stream[rounds - 1 - t]
          const expected = [plain(alone.predict(single, x)), plain(learn(alone, single, x, y))]
          const said = plain(shared.predict(states[0], x))
          shared.predict(states[1], otherX)
          const learnt = plain(learn(shared, states[0], x, y))
          learn(shared, states[1], otherX, otherY)
          ensure(identical([said, learnt], expected), () => `round ${t + 1} differs beside another state`)
        })
        ensure(identical(states[0], single), () => 'the states differ in the end')
      },
    },
    {
      promise: 'keyed learners are single learners, bit for bit, also through a store that holds all but one',
      check() {
        const stored = new Map<string, Uint8Array>()
        const many = keyed(build(), {
          capacity: 1,
          store: {
            get: (key) => stored.get(key),
            put: (key, bytes) => void stored.set(key, bytes),
            delete: (key) => void stored.delete(key),
          },
        })
        const singles = [live(build()), live(build())]
        stream.slice(0, 40).forEach(([x, y], t) => {
          singles.forEach((single, i) => {
            if (t % (i + 1) !== 0) return
            const expected = [plain(single.predict(x)), plain(single.learn(x, y))]
            const said = [plain(many.predict(`key ${i}`, x)), plain(many.learn(`key ${i}`, x, y))]
            ensure(identical(said, expected), () => `key ${i} differs in round ${t + 1}`)
          })
        })
      },
    },
  ]
}

/** Outcomes that come at once, and late. */
function ofIssuing<Input>({ stream, build }: Trial<Input>): Clause[] {
  return [
    {
      promise: 'the answer that is issued is the one that is predicted, to be settled at once or later',
      check() {
        const model = build()
        const state = model.init()
        stream.forEach(([x, y], t) => {
          const said = plain(model.predict(state, x))
          for (const atOnce of [true, false]) {
            const { answer } = model.issue(state, x, atOnce)
            ensure(identical(plain(answer), said), () => `round ${t + 1} differs`)
          }
          learn(model, state, x, y)
        })
      },
    },
    {
      promise: 'an outcome settled at once is an outcome learnt, bit for bit',
      check() {
        const model = build()
        const learnt = model.init()
        const settled = model.init()
        stream.forEach(([x, y], t) => {
          const issued = decode(encode(model.issue(settled, x).issued))
          const late = plain(model.settle(settled, issued, y))
          ensure(identical(late, plain(learn(model, learnt, x, y))), () => `round ${t + 1} differs`)
        })
        ensure(identical(settled, learnt), () => 'the states differ in the end')
      },
    },
    {
      promise: 'a late outcome is the same whether what was issued stayed in memory or was saved meanwhile',
      check() {
        const model = build()
        const state = model.init()
        const delay = 7
        const open: unknown[] = []
        stream.forEach(([x], t) => {
          open.push(model.issue(state, x).issued)
          if (t < delay) return
          const due = t - delay
          const issued = open.shift()
          const twin = decode(encode(state))
          const round = plain(model.settle(state, issued, stream[due][1]))
          const again = plain(build().settle(twin, decode(encode(issued)), stream[due][1]))
          ensure(identical(round, again), () => `the outcome of round ${due + 1} differs`)
          ensure(identical(state, twin), () => `the state differs after that outcome`)
        })
      },
    },
  ]
}

/** What cannot be learnt. */
function ofRefusing<Input>({ stream, build, play }: Trial<Input>): Clause[] {
  return [
    {
      promise: 'an outcome that cannot be used is refused, and nothing changes',
      check() {
        const model = build()
        const state = model.init()
        play(model, state, 0, 20)
        for (const y of [Number.NaN, Infinity, -Infinity]) {
          const before = encode(state)
          let refused = false
          try {
            learn(model, state, stream[20][0], y)
          } catch {
            refused = true
          }
          ensure(refused, () => `an outcome of ${y} was learnt`)
          ensure(sameBytes(encode(state), before), () => `an outcome of ${y} changed the state`)
        }
        const twin = decode(encode(state))
        ensure(
          identical(play(model, state, 20, 40), play(build(), twin, 20, 40)),
          () => 'a refused outcome changed what comes after it',
        )
      },
    },
  ]
}

/** What can be read off an answer or a round, copied: rounds may be borrowed. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return structuredClone(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? null : value
  const whole = 'toJSON' in value ? (value as { toJSON(): object }).toJSON() : value
  return Object.fromEntries(Object.entries(whole).map(([name, item]) => [name, plain(item)]))
}

function draw<Input>(
  { input, outcome }: ModelContractOptions<Input>,
  rounds: number,
): readonly (readonly [Input, number])[] {
  const rng = seededRng(31)
  const someInput = input ?? ((source: Rng) => [normal(source), normal(source), normal(source)] as Input)
  const someOutcome =
    outcome ??
    ((source: Rng, x: Input) =>
      (x as unknown as number[]).reduce((sum, value) => sum + value, 0) + 0.5 * normal(source))
  return Array.from({ length: rounds }, (_, t) => {
    const x = someInput(rng, t)
    return [x, someOutcome(rng, x)] as const
  })
}

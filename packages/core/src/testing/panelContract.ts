import { decode, encode } from '../base/save/plainData.ts'
import { squared } from '../losses/squared.ts'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Loss } from '../nouns/loss.ts'
import type { Context, Panel, Rule } from '../nouns/panel.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import { foresee } from '../panels/foresee.ts'
import { type Clause, ensure } from './clause.ts'
import { identical, sameBytes } from './plainData.ts'
import { savesOf } from './savesOf.ts'

export interface PanelContractOptions {
  /** @default squared */
  readonly loss?: Loss
  /** @default 3 */
  readonly dimension?: number
  /** @default 200 */
  readonly rounds?: number
  /** @default rounds */
  readonly horizon?: number
  /** @default 1 */
  readonly seed?: number
  /** Expert k as a rule of its own, for the promise that experts do not touch each other. */
  readonly alone?: (k: number) => Rule
  /** Draws one x. @default standard normal entries */
  features?(rng: Rng, dimension: number): number[]
  /** Draws one y. @default a noisy sum of x, or its sign for losses of labels */
  outcome?(rng: Rng, x: readonly number[]): number
  /** False for panels that keep all data. @default true */
  readonly bounded?: boolean
}

/** What every panel promises, ours or yours. */
export function panelContract(rule: Rule, options: PanelContractOptions = {}): readonly Clause[] {
  const {
    loss = squared,
    dimension = 3,
    rounds = 200,
    horizon = rounds,
    seed = 1,
    alone,
    bounded = true,
  } = options
  const context: Context = { loss, dimension, horizon, seed }
  const trial: Trial = {
    rounds,
    stream: draw(options, loss, dimension, rounds),
    bind: (other = rule) => other.bind(context),
    fresh: () => new Runner(rule.bind(context)),
  }
  return [
    ...ofBeliefs(trial),
    ...ofStates(trial),
    ...ofResuming(trial),
    ...(alone ? [ofExperts(trial, alone)] : []),
    ...(bounded ? [ofSize(trial)] : []),
  ]
}

/** The rounds that a rule is tried on. */
interface Trial {
  readonly rounds: number
  readonly stream: readonly (readonly [readonly number[], number])[]
  /** The rule, or another, put to work. */
  bind(other?: Rule): Panel
  fresh(): Runner
}

/** What it predicts, and that predicting leaves no trace. */
function ofBeliefs({ stream, fresh }: Trial): Clause[] {
  return [
    {
      promise: 'beliefs are numbers: finite means, variances and noises not below 0, activations in [0, 1]',
      check() {
        const runner = fresh()
        for (const [x, y] of stream) {
          runner.predict(x)
          runner.expectSound()
          runner.learn(x, y)
        }
      },
    },
    {
      promise: 'there is one description for each expert',
      check() {
        const { panel, state } = fresh()
        const found = panel.settings(state).length
        ensure(found === panel.capacity, () => `${found} settings for ${panel.capacity} experts`)
      },
    },
    {
      promise: 'predicting changes nothing, however often and wherever',
      check() {
        const quiet = fresh()
        const curious = fresh()
        stream.forEach(([x, y], t) => {
          const before = encode(curious.state)
          const [elsewhere] = stream[(t * 7 + 3) % stream.length]
          curious.predict(elsewhere)
          foresee(curious.panel, curious.state, elsewhere, curious.beliefs)
          curious.predict(x)
          ensure(
            sameBytes(encode(curious.state), before),
            () => `predict changed the state in round ${t + 1}`,
          )
          quiet.learn(x, y)
          curious.learn(x, y)
        })
        ensure(identical(quiet.state, curious.state), () => 'idle predictions changed what was learnt')
      },
    },
  ]
}

/** States are plain data. */
function ofStates({ rounds, stream, fresh }: Trial): Clause[] {
  return [
    {
      promise: 'state is plain data: it survives bytes and structuredClone',
      check() {
        const runner = fresh()
        for (const [x, y] of stream) runner.learn(x, y)
        ensure(
          identical(structuredClone(runner.state), runner.state),
          () => 'structuredClone altered the state',
        )
        ensure(identical(decode(encode(runner.state)), runner.state), () => 'saving altered the state')
      },
    },
    {
      promise: 'clones are independent',
      check() {
        const runner = fresh()
        const half = stream.slice(0, rounds >> 1)
        for (const [x, y] of half) runner.learn(x, y)
        const clone = structuredClone(runner.state)
        const before = encode(clone)
        for (const [x, y] of stream.slice(half.length)) runner.learn(x, y)
        ensure(sameBytes(encode(clone), before), () => 'learning changed an earlier clone')
      },
    },
  ]
}

/** A state can be gone back to. */
function ofResuming({ rounds, stream, bind, fresh }: Trial): Clause[] {
  return [
    {
      promise: 'resuming in a new panel from a saved state is exact, bit for bit, at any round',
      check() {
        const whole = fresh()
        const believed: Uint8Array[] = []
        const save = (): Uint8Array => encode(whole.state)
        const saves = savesOf(rounds, save, (t) => {
          whole.learn(...stream[t])
          believed.push(encode(whole.beliefs))
        })
        for (const [stop, bytes] of saves) {
          const resumed = new Runner(bind(), decode(bytes))
          for (let t = stop; t < rounds; t++) {
            resumed.learn(...stream[t])
            ensure(
              sameBytes(encode(resumed.beliefs), believed[t]),
              () => `round ${t + 1} differs after a save at ${stop}`,
            )
          }
          ensure(identical(whole.state, resumed.state), () => `the state differs after a save at ${stop}`)
        }
      },
    },
    {
      promise: 'going back to an earlier state in the same panel is exact, bit for bit',
      check() {
        const runner = fresh()
        const stop = rounds >> 1
        for (const [x, y] of stream.slice(0, stop)) runner.learn(x, y)
        const back = structuredClone(runner.state)
        for (const [x, y] of stream.slice(stop)) runner.learn(x, y)
        const again = new Runner(runner.panel, back)
        for (const [x, y] of stream.slice(stop)) again.learn(x, y)
        ensure(
          identical(runner.state, again.state),
          () => 'scratch of a later state leaked into an earlier one',
        )
      },
    },
  ]
}

function ofExperts({ stream, bind, fresh }: Trial, alone: (k: number) => Rule): Clause {
  return {
    promise: 'a panel of K equals K panels of one, bit for bit',
    check() {
      const together = fresh()
      const singles = together.panel.settings(together.state).map((_, k) => new Runner(bind(alone(k))))
      stream.forEach(([x, y], t) => {
        together.learn(x, y)
        singles.forEach((single, k) => {
          single.learn(x, y)
          ensure(
            identical(expert(together.beliefs, k), expert(single.beliefs, 0)),
            () => `expert ${k} differs in round ${t + 1}`,
          )
        })
      })
    },
  }
}

function ofSize({ stream, fresh }: Trial): Clause {
  return {
    promise: 'the state does not grow once it has filled',
    check() {
      const runner = fresh()
      for (let i = 0; i < 2; i++) for (const [x, y] of stream) runner.learn(x, y)
      const size = encode(runner.state).length
      for (let i = 0; i < 2; i++) for (const [x, y] of stream) runner.learn(x, y)
      const grown = encode(runner.state).length - size
      ensure(grown <= 0.01 * size, () => `the state grew from ${size} by ${grown} bytes`)
    },
  }
}

class Runner {
  readonly panel: Panel
  readonly state: unknown
  readonly beliefs: Beliefs

  constructor(panel: Panel, state: unknown = panel.init()) {
    this.panel = panel
    this.state = state
    this.beliefs = createBeliefs(panel.capacity)
  }

  predict(x: readonly number[]): void {
    this.panel.predict(this.state, Float64Array.from(x), this.beliefs)
  }

  learn(x: readonly number[], y: number): void {
    const features = Float64Array.from(x)
    this.panel.predict(this.state, features, this.beliefs)
    this.panel.update(this.state, features, y, this.beliefs)
  }

  expectSound(): void {
    const { mean, variance, noise, awake } = this.beliefs
    for (let k = 0; k < this.panel.capacity; k++) {
      ensure(awake[k] >= 0 && awake[k] <= 1, () => `activation of expert ${k} is ${awake[k]}`)
      if (awake[k] === 0) continue
      ensure(Number.isFinite(mean[k]), () => `mean of expert ${k} is ${mean[k]}`)
      ensure(variance[k] >= 0 && variance[k] < Infinity, () => `variance of expert ${k} is ${variance[k]}`)
      ensure(noise[k] >= 0 && noise[k] < Infinity, () => `noise of expert ${k} is ${noise[k]}`)
    }
  }
}

function expert({ mean, variance, noise, awake }: Beliefs, k: number): number[] {
  return [mean[k], variance[k], noise[k], awake[k]]
}

function draw(options: PanelContractOptions, loss: Loss, dimension: number, rounds: number): Trial['stream'] {
  const rng = seededRng(20)
  const features = options.features ?? ((source, d) => Array.from({ length: d }, () => normal(source)))
  const outcome =
    options.outcome ??
    ((source, x) => {
      const z = x.reduce((sum, value) => sum + value, 0) + 0.5 * normal(source)
      if (loss.outcomes === 'sign') return z + uniform(source) - 0.5 >= 0 ? 1 : -1
      return z
    })
  return Array.from({ length: rounds }, () => {
    const x = features(rng, dimension)
    return [x, outcome(rng, x)] as const
  })
}

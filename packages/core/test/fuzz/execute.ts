import { ArgumentError, NumericalError } from '../../src/errors.ts'
import * as credence from '../../src/index.ts'
import {
  Broken,
  type Counts,
  checkAggregate,
  checkCovered,
  checkForecast,
  checkIntervals,
  expectThat,
} from './checks.ts'
import { digest } from './digest.ts'
import type { Program, Step } from './program.ts'
import { build } from './spec.ts'

/** What a run found: the step at which a promise was broken, and which. */
export interface Finding {
  readonly step: number
  readonly message: string
}

export interface Tally extends Counts {
  steps: number
  rounds: number
  throws: number
  restores: number
  /** Programs whose options do not go together. */
  refused: number
}

export function createTally(): Tally {
  return { steps: 0, rounds: 0, throws: 0, restores: 0, refused: 0, bounds: 0 }
}

/** The longest that one call may take, in milliseconds: far above the ordinary, for a busy machine. */
const PATIENCE = 5000

/** Whatever learner there is: aggregates and intervals differ in how an outcome is given. */
interface Any {
  predict(input: unknown, options?: { readonly id?: string | number }): unknown
  learn(...args: unknown[]): unknown
  skip?(id: string | number): void
  mark?(name: string): void
  save(format?: 'json'): Uint8Array | string
  restore(saved: Uint8Array | string): unknown
  clone(): Any
  readonly state: unknown
}

/** Runs a program, checking every promise after every step; null if all were kept. */
export function execute({ learner: spec, steps }: Program, tally: Tally): Finding | null {
  let make: () => Any
  let learner: Any
  try {
    make = () => build(spec, credence as unknown as Record<string, unknown>) as Any
    learner = make()
  } catch (error) {
    tally.refused++
    return isExpected(error) ? null : { step: -1, message: String(error) }
  }
  const around = spec.call === 'conformal'
  let twin: Any | null = null
  let before = fingerprint(learner)
  for (let i = 0; i < steps.length; i++) {
    try {
      const step = steps[i]
      tally.steps++
      if (step.do === 'save' || step.do === 'json' || step.do === 'clone') {
        twin = copied(learner, step.do, make, tally)
        continue
      }
      const said = attempt(learner, step, around, tally)
      const after = fingerprint(learner)
      if (said.threw || isPure(step, around)) {
        const why = said.threw ? `, and threw ${said.message}` : ''
        expectThat(before === after, () => `${step.do} changed the state${why}`)
      }
      before = after
      if (twin) {
        const echo = attempt(twin, step, around, tally)
        expectThat(said.message === echo.message, () => `a copy says ${echo.message}, not ${said.message}`)
        expectThat(after === fingerprint(twin), () => 'a copy in lock-step has another state')
      }
      if (!around && !said.threw) checkAggregate(learner as never, tally)
    } catch (error) {
      return {
        step: i,
        message: error instanceof Broken ? error.message : `${(error as Error)?.stack ?? error}`,
      }
    }
  }
  return null
}

function copied(learner: Any, how: 'save' | 'json' | 'clone', make: () => Any, tally: Tally): Any {
  tally.restores++
  if (how === 'clone') return learner.clone()
  const copy = make()
  copy.restore(how === 'json' ? learner.save('json') : learner.save())
  expectThat(fingerprint(learner) === fingerprint(copy), () => 'a restored learner has another state')
  return copy
}

interface Said {
  readonly threw: boolean
  /** The error, or the numbers of the answer. */
  readonly message: string
}

function attempt(learner: Any, step: Step, around: boolean, tally: Tally): Said {
  const start = performance.now()
  try {
    const message = perform(learner, step, around, tally)
    expectThat(performance.now() - start < PATIENCE, () => `${step.do} took too long`)
    return { threw: false, message }
  } catch (error) {
    if (!isExpected(error)) throw error
    tally.throws++
    return { threw: true, message: (error as Error).message }
  }
}

function perform(learner: Any, step: Step, around: boolean, tally: Tally): string {
  if (step.do === 'predict') {
    if (around) {
      const forecast = learner.predict(step.input) as never
      checkIntervals(forecast)
      return JSON.stringify(forecast)
    }
    const forecast = learner.predict(step.input, step.id === undefined ? {} : { id: step.id })
    checkForecast(forecast as never, 0)
    return String((forecast as { mean: number }).mean)
  }
  if (step.do === 'learn' && around) {
    learner.predict(step.input)
    const round = learner.learn(step.y) as never
    tally.rounds++
    checkCovered(round)
    return JSON.stringify(round)
  }
  if (step.do === 'learn') {
    const round = learner.learn(step.input, step.y) as { loss: number; mean: number }
    tally.rounds++
    return `${round.loss} ${round.mean}`
  }
  if (around) return ''
  if (step.do === 'answer') {
    const { loss } = learner.learn({ id: step.id, y: step.y }) as { loss: number }
    tally.rounds++
    return String(loss)
  }
  if (step.do === 'skip') learner.skip?.(step.id)
  if (step.do === 'mark') learner.mark?.('here')
  return ''
}

/** Predicting without an id changes nothing; around another forecaster the forecast is remembered. */
function isPure(step: Step, around: boolean): boolean {
  return step.do === 'predict' && step.id === undefined && !around
}

function isExpected(error: unknown): boolean {
  return error instanceof ArgumentError || error instanceof NumericalError
}

/** All that a learner remembers: of an aggregate also its open predictions, around a forecaster not the pending one. */
function fingerprint(learner: Any): string {
  const { stream } = learner as unknown as { readonly stream?: object }
  return digest({ ...(stream ?? (learner.state as object)), pending: null })
}

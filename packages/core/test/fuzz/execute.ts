import { ArgumentError, NumericalError } from '../../src/errors.ts'
import * as everything from '../all.ts'
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
  skip(id: string | number): void
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
    make = () => build(spec, everything) as Any
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
      const result = attempt(learner, step, around, tally)
      const after = fingerprint(learner)
      if (result.threw || isPure(step, around)) {
        const why = result.threw ? `, and threw ${result.message}` : ''
        expectThat(before === after, () => `${step.do} changed the state${why}`)
      }
      before = after
      if (twin) {
        const echo = attempt(twin, step, around, tally)
        expectThat(
          result.message === echo.message,
          () => `a copy says ${echo.message}, not ${result.message}`,
        )
        expectThat(after === fingerprint(twin), () => 'a copy in lock-step has another state')
      }
      if (!around && !result.threw) checkAggregate(learner as never, tally)
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
    const forecast = learner.predict(step.input, step.id === undefined ? {} : { id: step.id })
    if (around) checkIntervals(forecast as never)
    else checkForecast(forecast as never, 0)
    return said(forecast)
  }
  if (step.do === 'skip') learner.skip(step.id)
  if (step.do === 'mark') learner.mark?.('here')
  const round = learnt(learner, step)
  if (!round) return ''
  tally.rounds++
  if (around) checkCovered(round as never)
  return said(round)
}

function learnt(learner: Any, step: Step): unknown {
  if (step.do === 'learn') return learner.learn(step.input, step.y)
  if (step.do === 'outcome') return learner.learn(step.y)
  return step.do === 'answer' ? learner.learn({ id: step.id, y: step.y }) : undefined
}

/** The numbers of an answer, whatever it is. */
function said(answer: unknown): string {
  const { loss, mean, lower, upper } = answer as Record<string, unknown>
  return `${loss} ${mean} ${lower} ${upper}`
}

/** Predicting without an id changes nothing; around another forecaster the forecast is remembered. */
function isPure(step: Step, around: boolean): boolean {
  return step.do === 'predict' && step.id === undefined && !around
}

function isExpected(error: unknown): boolean {
  return error instanceof ArgumentError || error instanceof NumericalError
}

/** All that a learner remembers, open predictions among it. */
function fingerprint(learner: Any): string {
  return digest((learner as unknown as { readonly stream: unknown }).stream)
}

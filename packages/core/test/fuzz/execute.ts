import { ArgumentError, NumericalError } from '../../src/base/errors.ts'
import {
  Broken,
  type Counts,
  checkAggregate,
  checkAnswer,
  checkCertificates,
  checkRound,
  expectThat,
} from './checks.ts'
import { digest } from './digest.ts'
import { type Any, names } from './manyStreams.ts'
import type { Program } from './program.ts'
import { build, type Call } from './spec.ts'
import type { Step } from './steps.ts'
import { tampered } from './tamper.ts'

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
  /** Whole streams whose coverage was judged. */
  streams: number
  /** Saves from a hostile author: refused, or taken and gone on from. */
  refusedSaves: number
  takenSaves: number
  /** Programs whose options do not go together. */
  refused: number
}

export function createTally(): Tally {
  return {
    steps: 0,
    rounds: 0,
    throws: 0,
    restores: 0,
    streams: 0,
    refusedSaves: 0,
    takenSaves: 0,
    refused: 0,
    bounds: 0,
  }
}

/** The most processor time that one call may take, in milliseconds: far above the ordinary. */
const PATIENCE = 5000

/** Learners whose forecasts without an id wait for `learn(y)`. */
const REMEMBERING = ['conformal', 'fleet', 'horizons', 'quantiles']

/** Runs a program, checking every promise after every step; null if all were kept. */
export function execute({ learner: spec, steps }: Program, tally: Tally): Finding | null {
  let run: Run
  try {
    run = new Run(spec, tally)
  } catch (error) {
    tally.refused++
    return isExpected(error) ? null : { step: -1, message: wordsOf(error) }
  }
  for (let i = 0; i < steps.length; i++) {
    try {
      tally.steps++
      run.take(steps[i])
    } catch (error) {
      return { step: i, message: wordsOf(error) }
    }
  }
  return null
}

class Run {
  readonly #tally: Tally
  readonly #remembers: boolean
  readonly #isAggregate: boolean
  #make: () => Any
  #learner: Any
  #twin: Any | null = null
  #before: string
  #last: Step | undefined

  constructor(spec: Call, tally: Tally) {
    this.#tally = tally
    this.#remembers = REMEMBERING.includes(spec.call)
    this.#isAggregate = spec.call === 'aggregate'
    this.#make = () => build(spec, names) as Any
    this.#learner = this.#make()
    this.#before = fingerprint(this.#learner)
  }

  take(step: Step): void {
    if (step.do === 'save' || step.do === 'json' || step.do === 'clone') {
      this.#twin = this.#copied(step.do)
      return
    }
    if (step.do === 'tamper') {
      this.#tamper(step.place, step.edit)
      return
    }
    const learner = this.#learner
    const result = this.#attempt(learner, step)
    const after = fingerprint(learner)
    if (result.threw || this.#isPure(step)) {
      const why = result.threw ? `, and threw ${result.message}` : ''
      expectThat(this.#before === after, () => `${step.do} changed the state${why}`)
    }
    this.#before = after
    if (this.#twin) this.#compare(this.#twin, step, result, after)
    if (step.do === 'add' && !result.threw) this.#grow(step.rule)
    if (this.#isAggregate && !result.threw) checkAggregate(learner as never, this.#tally)
    if (!result.threw) checkCertificates(learner, this.#tally)
    if (step.do === 'predict' || step.do === 'learn') this.#last = step
  }

  #compare(twin: Any, step: Step, result: Said, after: string): void {
    const echo = this.#attempt(twin, step)
    expectThat(result.message === echo.message, () => `a copy says ${echo.message}, not ${result.message}`)
    expectThat(after === fingerprint(twin), () => 'a copy in lock-step has another state')
  }

  /** A save is from now on one of a learner with that rule as its last. */
  #grow(rule: Call): void {
    const make = this.#make
    this.#make = () => {
      const learner = make()
      learner.add?.(build(rule, names))
      return learner
    }
  }

  #copied(how: 'save' | 'json' | 'clone'): Any {
    const learner = this.#learner
    this.#tally.restores++
    if (how === 'clone' && learner.clone) return learner.clone()
    const copy = this.#make()
    copy.restore(how === 'json' ? learner.save('json') : learner.save())
    expectThat(fingerprint(learner) === fingerprint(copy), () => 'a restored learner has another state')
    return copy
  }

  /** What a hostile author wrote is refused with a message, or goes on without an internal error. */
  #tamper(place: number, edit: number): void {
    const { bytes, what } = tampered(
      this.#learner.part?.() ?? (this.#learner.save() as Uint8Array),
      place,
      edit,
    )
    const copy = this.#make()
    try {
      this.#timed('restore', () => copy.restore(bytes))
    } catch (error) {
      if (!isExpected(error)) throw new Broken(`a tampered save is refused with ${wordsOf(error)}\n${what}`)
      this.#tally.refusedSaves++
      return
    }
    this.#tally.takenSaves++
    if (!this.#last) return
    const { input, y = 1 } = this.#last as { readonly input: unknown; readonly y?: unknown }
    const doings: readonly (() => unknown)[] = [
      () => copy.predict(input, { id: 'tampered' }),
      () => (this.#remembers ? copy.learn(y) : copy.learn(input, y)),
      () => copy.learn({ id: 0, y }),
      () => copy.save(),
    ]
    for (const doing of doings) {
      try {
        this.#timed('a call', doing)
      } catch (error) {
        if (!isExpected(error)) throw new Broken(`a tampered save is taken, then ${wordsOf(error)}\n${what}`)
      }
    }
  }

  #attempt(learner: Any, step: Step): Said {
    try {
      return { threw: false, message: this.#timed(step.do, () => perform(learner, step, this.#tally)) }
    } catch (error) {
      if (!isExpected(error)) throw error
      this.#tally.throws++
      return { threw: true, message: (error as Error).message }
    }
  }

  /** Processor time, because a machine may be busy or paused. */
  #timed<T>(what: string, call: () => T): T {
    const start = process.cpuUsage()
    const result = call()
    const { user, system } = process.cpuUsage(start)
    expectThat(user + system < 1000 * PATIENCE, () => `${what} took too long`)
    return result
  }

  /** Predicting without an id changes nothing, unless the forecast is remembered. */
  #isPure(step: Step): boolean {
    return step.do === 'predict' && step.id === undefined && !this.#remembers
  }
}

interface Said {
  readonly threw: boolean
  /** The error, or the numbers of the answer. */
  readonly message: string
}

function perform(learner: Any, step: Step, tally: Tally): string {
  if (step.do === 'predict') {
    const answer = learner.predict(step.input, step.id === undefined ? {} : { id: step.id })
    checkAnswer(answer)
    return said(answer)
  }
  if (step.do === 'skip') learner.skip?.(step.id)
  if (step.do === 'mark') learner.mark?.('here')
  if (step.do === 'add') learner.add?.(build(step.rule, names))
  if (step.do === 'retire') learner.retire?.(step.expert)
  const round = learnt(learner, step)
  if (!round) return ''
  tally.rounds++
  checkRound(round)
  return said(round)
}

function learnt(learner: Any, step: Step): unknown {
  if (step.do === 'learn') return learner.learn(step.input, step.y)
  if (step.do === 'outcome') return learner.learn(step.y)
  return step.do === 'answer' ? learner.learn({ id: step.id, y: step.y }) : undefined
}

/** The numbers of an answer, whatever it is. */
function said(answer: unknown): string {
  if (Array.isArray(answer)) return answer.map(said).join()
  if (typeof answer === 'number') return String(answer)
  const { loss, pointLoss, mean, lower, upper, probability, probabilities, quantiles, ...rest } =
    answer as Record<string, unknown>
  const { inner, interval, steps, total } = rest
  const parts = [inner, interval, steps, total].map((part) =>
    typeof part === 'object' && part ? said(part) : '',
  )
  return `${[loss, pointLoss, mean, lower, upper, probability, probabilities, quantiles]} ${parts}`
}

function isExpected(error: unknown): boolean {
  return error instanceof ArgumentError || error instanceof NumericalError
}

function wordsOf(error: unknown): string {
  return error instanceof Broken ? error.message : `${(error as Error)?.stack ?? error}`
}

/** All that a learner remembers, open predictions among it. */
function fingerprint(learner: Any): string {
  return digest(learner.stream)
}

import { ArgumentError } from '../base/errors.ts'
import { refuseUnknown } from '../base/options.ts'
import type { Learner } from './learner.ts'
import type { Id } from './openRounds.ts'

/** What a stream brings: x with its y, x whose y comes later, or the y of an earlier x. */
export type RunEvent<Input> =
  | { readonly x: Input; readonly y: number }
  | { readonly x: Input; readonly id: Id }
  | { readonly id: Id; readonly y: number }

/** What became of an event: the forecast made at x, the round scored by y. */
export interface RunStep<Event, Answer, Round> {
  readonly event: Event
  readonly forecast?: Answer
  /** Borrowed: read it before asking for the next step. */
  readonly scored?: Round
}

export interface RunOptions {
  /** Ends the run; it throws the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * Lets a learner predict and learn along a stream, one event at a time: the next is read when the step is taken.
 *
 *     for await (const { forecast, scored } of run(learner, stream)) …
 *
 * Leaving the loop closes the stream. An error leaves the learner as it was before the event.
 */
export async function* run<Input, Answer, Round, Event extends RunEvent<Input>>(
  learner: Learner<Input, Answer, Round>,
  stream: Iterable<Event> | AsyncIterable<Event>,
  options: RunOptions = {},
): AsyncGenerator<RunStep<Event, Answer, Round>, void, void> {
  refuseUnknown('run', options, ['signal'])
  const { signal } = options
  const iterator = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]()
  const abort = abortion(signal)
  try {
    while (true) {
      signal?.throwIfAborted()
      const { done, value } = await (abort.promise
        ? Promise.race([iterator.next(), abort.promise])
        : iterator.next())
      if (done) return
      yield step(learner, value)
    }
  } finally {
    abort.dispose()
    // Not awaited: a source that never answers must not hold up a reader that has stopped listening.
    void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}

function step<Input, Answer, Round, Event extends RunEvent<Input>>(
  learner: Learner<Input, Answer, Round>,
  event: Event,
): RunStep<Event, Answer, Round> {
  const { x, y, id } = event as { x?: Input; y?: number; id?: Id }
  if (x === undefined) {
    if (id === undefined || y === undefined)
      throw new ArgumentError('an event needs x and y, x and id, or id and y')
    return { event, scored: learner.learn({ id, y }) }
  }
  const options = id === undefined ? undefined : { id }
  if (y === undefined) return { event, forecast: learner.predict(x, options) }
  return { event, ...learner.predictAndLearn(x, y, options) }
}

/** A promise that rejects when the signal aborts, and a way to stop listening. */
function abortion(signal: AbortSignal | undefined): { promise?: Promise<never>; dispose(): void } {
  if (!signal) return { dispose() {} }
  let listener = (): void => {}
  const promise = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason)
  })
  promise.catch(() => {})
  signal.addEventListener('abort', listener)
  return { promise, dispose: () => signal.removeEventListener('abort', listener) }
}

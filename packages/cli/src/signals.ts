import { EXIT } from './failure.ts'

/** What a signal asks for: to stop, with what has been done kept. */
export interface Signals {
  readonly signal: AbortSignal
  /** The exit code that a stopped command ends with. */
  readonly code: number
  ignore(): void
}

/** Ctrl-C and SIGTERM stop in good order; a second one ends the process at once. */
export function listenToSignals(): Signals {
  const abort = new AbortController()
  let code: number = EXIT.interrupted
  const interrupt = (): void => abort.abort()
  const terminate = (): void => {
    code = EXIT.terminated
    abort.abort()
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', terminate)
  return {
    signal: abort.signal,
    get code() {
      return code
    },
    ignore() {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', terminate)
    },
  }
}

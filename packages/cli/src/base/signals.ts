import { EXIT } from './failure.ts'

/** What a signal asks for: to stop, with what has been done kept. */
export interface Signals {
  readonly signal: AbortSignal
  /** The exit code that a stopped command ends with. */
  readonly code: number
  /** Stops in good order, and ends with this code. */
  stop(code: number): void
  ignore(): void
}

/** Ctrl-C, SIGTERM and a terminal that closes stop in good order; a second signal of the kind ends the process at once. */
export function listenToSignals(): Signals {
  const abort = new AbortController()
  let code: number = EXIT.interrupted
  const stop = (own: number): void => {
    code = own
    abort.abort()
  }
  const stops = Object.entries(CODES).map(([name, own]) => [name as NodeJS.Signals, () => stop(own)] as const)
  for (const [name, now] of stops) process.once(name, now)
  return {
    signal: abort.signal,
    get code() {
      return code
    },
    stop,
    ignore() {
      for (const [name, now] of stops) process.off(name, now)
    },
  }
}

const CODES: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: EXIT.hungUp,
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
}

import { EXIT } from './failure.ts'

/** What a signal asks for: to stop, with what has been done kept. */
export interface Signals {
  readonly signal: AbortSignal
  /** The exit code that a stopped command ends with. */
  readonly code: number
  ignore(): void
}

/** Ctrl-C, SIGTERM and a terminal that closes stop in good order; a second signal of the kind ends the process at once. */
export function listenToSignals(): Signals {
  const abort = new AbortController()
  let code: number = EXIT.interrupted
  const stops = Object.entries(CODES).map(([name, own]) => {
    const stop = (): void => {
      code = own
      abort.abort()
    }
    return [name as NodeJS.Signals, stop] as const
  })
  for (const [name, stop] of stops) process.once(name, stop)
  return {
    signal: abort.signal,
    get code() {
      return code
    },
    ignore() {
      for (const [name, stop] of stops) process.off(name, stop)
    },
  }
}

const CODES: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: EXIT.hungUp,
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
}

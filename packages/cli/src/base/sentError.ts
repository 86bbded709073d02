import { ArgumentError, NumericalError } from 'credence'
import { UserError } from './failure.ts'

/** An error on its way between threads, all of which send theirs so. Plain data. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly code?: unknown
  readonly round?: unknown
  readonly expert?: unknown
  readonly option?: string | undefined
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, code, round, expert, option } = error as Error & SentError
  return { name, message, code, round, expert, option }
}

/** The error that it was, of the same class. */
export function receivedError({ name, message, code, round, expert, option }: SentError): Error {
  if (name === 'ArgumentError') return new ArgumentError(message, code as ArgumentError['code'], { option })
  if (name === 'NumericalError') {
    const where = { round: round as number, expert: expert as number }
    return new NumericalError(message, where, code as NumericalError['code'])
  }
  return name === 'UserError'
    ? new UserError(message, option)
    : Object.assign(new Error(message), { name, code })
}

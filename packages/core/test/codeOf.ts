import { ArgumentError, NumericalError } from '../src/base/errors.ts'

/** Why the library refused something. Anything else that is thrown is a fault, and thrown again. */
export function codeOf(error: unknown): string {
  if (error instanceof ArgumentError || error instanceof NumericalError) return error.code
  throw error
}

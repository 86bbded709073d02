/** Exit codes of the command line. */
export const EXIT = { done: 0, ours: 1, users: 2, hungUp: 129, interrupted: 130, terminated: 143 } as const

/** The user's mistake: one line, exit code 2. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
}

/** What to say and how to end for anything thrown. Library errors about arguments are the user's; all else is ours. */
export function explain(error: unknown): { readonly message: string; readonly code: number } {
  if (error instanceof Error) {
    const code = isUsers(error) ? EXIT.users : EXIT.ours
    return { message: code === EXIT.ours ? `internal error: ${error.message}` : error.message, code }
  }
  return { message: `internal error: ${String(error)}`, code: EXIT.ours }
}

const USERS = new Set(['UserError', 'ArgumentError', 'NumericalError'])
/** What a file system answers when the user named the wrong thing. */
const PATHS = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EPERM', 'EROFS', 'ENOSPC'])

function isUsers(error: Error): boolean {
  return USERS.has(error.name) || PATHS.has((error as NodeJS.ErrnoException).code ?? '')
}

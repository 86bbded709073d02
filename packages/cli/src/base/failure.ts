/** Exit codes of the command line. */
export const EXIT = { done: 0, ours: 1, users: 2, hungUp: 129, interrupted: 130, terminated: 143 } as const

/** The user's mistake: one line, exit code 2. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
  /** The option that it is about, as the library calls options: `widthBy` is `--width-by`. */
  readonly option: string | undefined

  constructor(message: string, option?: string) {
    super(message)
    this.option = option
  }
}

/** A file whose header is all that it holds. */
export function noRows(file: string): UserError {
  return new UserError(`${file} has a header but no rows: export it again with its rows`)
}

/** The same error, with what it is about before its message. */
export function inPlace(where: string, error: unknown): unknown {
  // The message of a signal cannot be changed.
  if (where !== '' && error instanceof Error && !(error instanceof DOMException))
    error.message = `${where}: ${error.message}`
  return error
}

/** What to say of an error, about which option, and how to end. */
export interface Explained {
  readonly message: string
  readonly code: number
  readonly option?: string | undefined
}

/** What to say and how to end for anything thrown. Library errors about arguments are the user's; all else is ours. */
export function explain(error: unknown): Explained {
  if (!(error instanceof Error)) return { message: `internal error: ${String(error)}`, code: EXIT.ours }
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') {
    const message = `port ${port} of ${address} is in use: stop the program that has it, or choose another number with --port`
    return { message, code: EXIT.users }
  }
  if (!isUsers(error)) return { message: `internal error: ${error.message}`, code: EXIT.ours }
  const refused = PATHS.has(code ?? '') ? unwritable(error as NodeJS.ErrnoException) : undefined
  return { message: refused ?? error.message, code: EXIT.users, option: optionOf(error) }
}

/** The option that an error is about: one of the library names it first, as in `steps must be at most 1000`. */
function optionOf(error: Error): string | undefined {
  const { option } = error as UserError
  return (
    option ?? (error.name === 'ArgumentError' ? /^([a-z]\w*) must /i.exec(error.message)?.[1] : undefined)
  )
}

/** Why a file or a folder cannot be used, where the system says it in its own way. */
function unwritable({ code, path }: NodeJS.ErrnoException): string | undefined {
  const named = JSON.stringify(path)
  if (path === undefined) return undefined
  if (code === 'EACCES' || code === 'EPERM')
    return `${named} may not be opened: this user has no permission. Choose another place, or change the permissions`
  if (code === 'EROFS') return `${named} is on a disk that cannot be written to: choose another place`
  return undefined
}

const USERS = new Set(['UserError', 'ArgumentError', 'NumericalError'])
/** What a file system answers when the user named the wrong thing. */
const PATHS = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EPERM', 'EROFS', 'ENOSPC'])

function isUsers(error: Error): boolean {
  return USERS.has(error.name) || PATHS.has((error as NodeJS.ErrnoException).code ?? '')
}

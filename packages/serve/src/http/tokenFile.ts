import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { ArgumentError } from 'credence'
import { createToken, parseTokens, type Scope, type TokenRecord } from './tokens.ts'

/**
 * Reads a token file, and again when it has changed: a token that was taken out stops working within seconds. Without
 * the file no token works; a file that cannot be understood leaves those that did.
 */
export function watchTokenFile(
  path: string,
  failed: (error: Error) => void,
  every = 2000,
): { tokens(): readonly TokenRecord[]; stop(): void } {
  let tokens = parseTokens(readFileSync(path, 'utf8'))
  let read = changedAt(path)
  const timer = setInterval(() => {
    const now = changedAt(path)
    if (now === read) return
    // Whatever happens is told once.
    read = now
    try {
      tokens = now === undefined ? [] : parseTokens(readFileSync(path, 'utf8'))
      if (now === undefined) failed(new ArgumentError(`${path} is gone: no token works until it is back`))
    } catch (error) {
      failed(error as Error)
    }
  }, every).unref()
  return { tokens: () => tokens, stop: () => clearInterval(timer) }
}

/** Adds a token to the file and gives its text, which is kept nowhere. */
export function addToken(
  path: string,
  name: string,
  scopes: readonly Scope[],
  models?: readonly string[],
): string {
  const { token, record } = createToken(name, scopes, models)
  appendFileSync(path, `${JSON.stringify(record)}\n`, { mode: 0o600 })
  return token
}

/** Undefined where there is no such file. */
function changedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

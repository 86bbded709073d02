import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { createToken, parseTokens, type Scope, type TokenRecord } from './tokens.ts'

/** Reads a token file, and again when it has changed: a token that was taken out stops working within seconds. */
export function watchTokenFile(
  path: string,
  failed: (error: Error) => void,
): { tokens(): readonly TokenRecord[]; stop(): void } {
  let tokens = parseTokens(readFileSync(path, 'utf8'))
  let read = changedAt(path)
  const timer = setInterval(() => {
    try {
      const now = changedAt(path)
      if (now === read) return
      tokens = parseTokens(readFileSync(path, 'utf8'))
      read = now
    } catch (error) {
      // The last list that could be read stays in force.
      failed(error as Error)
    }
  }, 2000).unref()
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

function changedAt(path: string): number {
  return statSync(path).mtimeMs
}

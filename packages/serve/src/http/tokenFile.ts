import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
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
  let tokens = parseTokens(readTokenFile(path, 'tokenFile'))
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

/** @param option which named it */
function readTokenFile(path: string, option: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8')
  throw new ArgumentError(
    `there is no such file. Make it with its first token: credence token NAME --file ${path}`,
    'invalid-argument',
    { option },
  )
}

/** Adds a token to the file and gives its text, which is kept nowhere. */
export function addToken(
  path: string,
  name: string,
  scopes: readonly Scope[],
  rest: Parameters<typeof createToken>[2] = {},
): string {
  const { token, record } = createToken(name, scopes, rest)
  appendFileSync(path, `${JSON.stringify(record)}\n`, { mode: 0o600 })
  return token
}

export function listTokens(path: string): TokenRecord[] {
  return parseTokens(readTokenFile(path, 'file'))
}

/** Takes every token of this name out of the file; comments stay. Returns how many there were. */
export function revokeToken(path: string, name: string): number {
  const lines = readTokenFile(path, 'file').split('\n')
  const kept = lines.filter((line) => !parseTokens(line).some((token) => token.name === name))
  if (kept.length === lines.length) {
    throw new ArgumentError(`there is no token ${JSON.stringify(name)} in ${path}`, 'unknown-name')
  }
  // Readers see the old file or the new one, never half of one.
  writeFileSync(`${path}.new`, kept.join('\n'), { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return lines.length - kept.length
}

/** Undefined where there is no such file. */
function changedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

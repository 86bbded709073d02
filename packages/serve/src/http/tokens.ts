import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ArgumentError } from 'credence'
import { nearest } from 'credence/kinds'
import * as z from 'zod'
import type { Commit } from '../keyed/entry.ts'
import type { Allowance, Allowances } from './limits.ts'

export const SCOPES = ['read', 'learn', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

const record = z.strictObject({
  name: z.string().min(1).max(100),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  scopes: z.array(z.enum(SCOPES)).min(1),
  models: z.array(z.string()).min(1).exactOptional(),
  expires: z.iso.datetime().exactOptional(),
  limits: z
    .strictObject({
      events: z.number().positive().exactOptional(),
      bytes: z.number().positive().exactOptional(),
      keys: z.number().positive().exactOptional(),
    })
    .exactOptional(),
})

/** A token as the file keeps it: its hash, never itself. */
export type TokenRecord = z.output<typeof record>

function hint(name: string): string {
  const meant = nearest(name, SCOPES)
  return meant === undefined ? '.' : `: did you mean ${meant}?`
}

/** Reads a list of scopes, such as `read,learn`. */
export function parseScopes(text: string): Scope[] {
  return text.split(',').map((name) => {
    const scope = SCOPES.find((known) => known === name.trim())
    if (!scope)
      throw new ArgumentError(
        `there is no scope ${JSON.stringify(name)}${hint(name)} The scopes are ${SCOPES.join(', ')}`,
        'unknown-name',
        { option: 'scopes' },
      )
    return scope
  })
}

/** Who asks, and what may be done. */
export interface Caller {
  readonly name: string
  allows(scope: Scope, model?: string): boolean
  /** Absent: without limits. */
  readonly allowance?: Allowance
  /** Told of every commit that this request was part of, where the request is traced. */
  readonly committed?: (commit: Commit) => void
}

export const everybody: Caller = { name: 'localhost', allows: () => true }

/** Makes a token: the text is shown once, the record goes into the file. */
export function createToken(
  name: string,
  scopes: readonly Scope[],
  rest: Partial<Pick<TokenRecord, 'models' | 'expires' | 'limits'>> = {},
): { token: string; record: TokenRecord } {
  const token = `crd_${randomBytes(32).toString('base64url')}`
  const made = { name, sha256: hash(token).toString('hex'), scopes: [...scopes] }
  return { token, record: record.parse({ ...made, ...rest }) }
}

/** Reads a token file: one JSON object on each line; empty lines and lines that start with # say nothing. */
export function parseTokens(text: string): TokenRecord[] {
  const lines = text.split('\n').map((line, i) => ({ line: line.trim(), number: i + 1 }))
  return lines
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, number }) => {
      try {
        return record.parse(JSON.parse(line))
      } catch {
        // Not the line itself: it may hold a secret that belongs elsewhere.
        throw new ArgumentError(`line ${number} of the token file is not a token record`)
      }
    })
}

/** Finds the caller of a request. Every record is compared, in constant time; one that has expired does not count. */
export function authenticate(
  tokens: readonly TokenRecord[],
  authorization: string | undefined,
  allowances?: Allowances,
): Caller | undefined {
  const [, token] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization ?? '') ?? []
  if (token === undefined) return undefined
  const given = hash(token)
  let found: TokenRecord | undefined
  for (const known of tokens) if (timingSafeEqual(given, Buffer.from(known.sha256, 'hex'))) found = known
  if (!found || isExpired(found)) return undefined
  const allowance = allowances?.of(found)
  return { ...callerOf(found), ...(allowance ? { allowance } : {}) }
}

export function isExpired({ expires }: TokenRecord, now: number = Date.now()): boolean {
  return expires !== undefined && Date.parse(expires) <= now
}

function callerOf({ name, scopes, models }: TokenRecord): Caller {
  return {
    name,
    allows: (scope, model) =>
      (scopes.includes('admin') || scopes.includes(scope)) &&
      (models === undefined || (model !== undefined && models.includes(model))),
  }
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

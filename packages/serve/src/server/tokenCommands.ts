import { ArgumentError } from 'credence'
import { parseBytes, parseDuration } from '../base/units.ts'
import { addToken, listTokens, revokeToken } from '../http/tokenFile.ts'
import { isExpired, parseScopes, type TokenRecord } from '../http/tokens.ts'
import type { OptionsOf, TOKEN_OPTIONS, TOKENS_OPTIONS } from './options.ts'

/** Makes a token and returns its text, which is kept nowhere. */
export function tokenCommand(name: string, options: OptionsOf<typeof TOKEN_OPTIONS>): string {
  const { file, scopes, models, expires } = options
  const limits = limitsOf(options)
  return addToken(file, name, parseScopes(scopes), {
    ...(models === undefined ? {} : { models: models.split(',') }),
    ...(expires === undefined ? {} : { expires: inTime(expires) }),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
  })
}

/** The tokens of a file, one on each line; or those that are left after one was revoked. */
export function tokensCommand({ file, revoke }: OptionsOf<typeof TOKENS_OPTIONS>): string {
  if (revoke !== undefined) revokeToken(file, revoke)
  return listTokens(file).map(lineOf).join('\n')
}

function lineOf(record: TokenRecord): string {
  const { name, sha256, scopes, models = ['all models'], expires, limits = {} } = record
  const end = expires === undefined ? 'for ever' : `${isExpired(record) ? 'expired' : 'until'} ${expires}`
  const limited = Object.entries(limits).map(([what, most]) => `${what} ${most}`)
  return [name, sha256.slice(0, 12), scopes.join(','), models.join(','), end, ...limited].join('\t')
}

function inTime(text: string): string {
  const span = parseDuration(text)
  if (span === undefined) {
    throw new ArgumentError(`expires must be a span such as 90d; received ${JSON.stringify(text)}`)
  }
  return new Date(Date.now() + span).toISOString()
}

function limitsOf({
  rate,
  bytes,
  keys,
}: OptionsOf<typeof TOKEN_OPTIONS>): NonNullable<TokenRecord['limits']> {
  return {
    ...(rate === undefined ? {} : { events: positive('rate', Number(rate)) }),
    ...(bytes === undefined ? {} : { bytes: positive('bytes', parseBytes(bytes) ?? Number(bytes)) }),
    ...(keys === undefined ? {} : { keys: positive('keys', Number(keys)) }),
  }
}

function positive(name: string, value: number): number {
  if (value > 0 && Number.isFinite(value)) return value
  throw new ArgumentError(`${name} must be positive; received ${value}`)
}

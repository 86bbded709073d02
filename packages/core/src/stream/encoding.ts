import { ArgumentError } from '../base/errors.ts'
import { type ByteSource, bytes, type SourceOptions } from './source.ts'

/** How text is written as bytes. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Names under which people know them. */
const NAMES: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  utf16le: 'utf-16le',
  'utf-16be': 'utf-16be',
  utf16be: 'utf-16be',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
  'iso-8859-1': 'windows-1252',
}

export function encodingNamed(name: string): Encoding {
  const found = NAMES[name.toLowerCase()]
  if (found) return found
  throw new ArgumentError(
    `encoding must be utf-8, utf-16 or latin-1; received ${JSON.stringify(name)}`,
    'unknown-name',
  )
}

/**
 * The encoding that the first bytes show: by a byte order mark, by zeros in every second place, and else UTF-8 unless
 * they are not, which leaves Latin-1 (as Windows writes it).
 */
export function encodingOf(first: Uint8Array): Encoding {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le'
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be'
  if (first.length >= 4 && first[0] !== 0 && first[1] === 0 && first[3] === 0) return 'utf-16le'
  if (first.length >= 4 && first[0] === 0 && first[1] !== 0 && first[2] === 0) return 'utf-16be'
  try {
    // As a stream: the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(first, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The same text in UTF-8. */
export async function* utf8(
  source: ByteSource,
  encoding: Encoding,
  options: SourceOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  if (encoding === 'utf-8') return yield* bytes(source, options)
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  for await (const piece of bytes(source, options))
    yield encoder.encode(decoder.decode(piece, { stream: true }))
  const rest = decoder.decode()
  if (rest !== '') yield encoder.encode(rest)
}

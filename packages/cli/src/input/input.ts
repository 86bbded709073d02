import { createGunzip } from 'node:zlib'
import { ndjsonTable, type Table, table } from 'credence'
import { UserError } from '../failure.ts'
import { findSource, type Source } from './source.ts'

/** Where rows come from: a file that can be read again, or something that passes only once. */
export interface Input {
  readonly name: string
  readonly again: boolean
  open(columns?: readonly string[], signal?: AbortSignal): Promise<Table>
}

/** A path, the name of a shipped data set, or `-` for standard input. */
export async function findInput(data: string): Promise<Input> {
  const source = await findSource(data)
  return {
    name: source.name,
    again: source.again,
    open: async (columns, signal) => recognise(await source.read(signal), source, { columns, signal }),
  }
}

interface OpenOptions {
  readonly columns?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** Opens what the first bytes show: names lie, and standard input has none. */
async function recognise(
  bytes: AsyncIterable<Uint8Array>,
  source: Source,
  options: OpenOptions,
): Promise<Table> {
  const { first, whole } = await peek(bytes)
  if (first.length === 0) throw new UserError(`${source.name} is empty`)
  if (first[0] === 0x1f && first[1] === 0x8b) return recognise(gunzipped(whole, source.name), source, options)
  const [line = ''] = new TextDecoder().decode(first).split('\n', 1)
  if (/^\uFEFF?\s*\{/.test(line)) return ndjsonTable(whole, options)
  return table(whole, line.includes('\t') && !line.includes(',') ? { ...options, delimiter: '\t' } : options)
}

/** The first piece that holds anything, and everything including it. */
async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]()
  let step = await iterator.next()
  while (!step.done && step.value.length === 0) step = await iterator.next()
  const first = step.done ? new Uint8Array(0) : step.value
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield first
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { first, whole: whole() }
}

async function* gunzipped(file: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const { Readable } = await import('node:stream')
  try {
    yield* Readable.from(file).pipe(createGunzip())
  } catch (error) {
    throw new UserError(`${name} is not a whole gzip file: ${(error as Error).message}`)
  }
}

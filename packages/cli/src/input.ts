import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { datasets } from '@credence/datasets'
import { ndjsonTable, type Table, table } from 'credence'
import { UserError } from './failure.ts'

/** Where rows come from: a file that can be read again, or standard input. */
export interface Input {
  readonly name: string
  /** False for standard input, which passes only once. */
  readonly again: boolean
  open(columns?: readonly string[], signal?: AbortSignal): Promise<Table>
}

/** A path, the name of a shipped data set, or `-` for standard input. */
export async function findInput(data: string): Promise<Input> {
  if (data === '-')
    return {
      name: 'standard input',
      again: false,
      open: (columns, signal) => readUnnamed(process.stdin, columns, signal),
    }
  const path = await findFile(data)
  return {
    name: data,
    again: true,
    open: (columns, signal) => {
      const file = createReadStream(path)
      if (!path.endsWith('.gz')) return read(file, path, columns, signal)
      return read(gunzipped(file, data), path.slice(0, -3), columns, signal)
    },
  }
}

/** Standard input has no name to tell its format: the first bytes do. */
async function readUnnamed(
  source: AsyncIterable<Uint8Array>,
  columns: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<Table> {
  const { first, whole } = await peek(source)
  if (first[0] === 0x1f && first[1] === 0x8b)
    return readUnnamed(gunzipped(whole, 'standard input'), columns, signal)
  const [line = ''] = new TextDecoder().decode(first).split('\n', 1)
  if (/^\uFEFF?\s*\{/.test(line)) return read(whole, '.ndjson', columns, signal)
  return read(whole, line.includes('\t') && !line.includes(',') ? '.tsv' : '.csv', columns, signal)
}

/** The first piece, and everything including it. */
async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]()
  const { value, done } = await iterator.next()
  const first = done ? new Uint8Array(0) : (value as Uint8Array)
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield first
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { first, whole: whole() }
}

async function findFile(data: string): Promise<string> {
  const exists = await stat(data).then(
    (found) => found.isFile(),
    () => false,
  )
  if (exists) return data
  const shipped = datasets.find(({ name }) => name === data)
  if (shipped) return fileURLToPath(shipped.url)
  throw new UserError(
    `no file ${JSON.stringify(data)}, and no data set of that name (${datasets.map(({ name }) => name).join(', ')})`,
  )
}

function read(
  source: AsyncIterable<Uint8Array>,
  path: string,
  columns: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<Table> {
  const options = { columns, signal }
  if (/\.(ndjson|jsonl)$/i.test(path)) return ndjsonTable(source, options)
  return table(source, /\.tsv$/i.test(path) ? { ...options, delimiter: '\t' } : options)
}

async function* gunzipped(file: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const { Readable } = await import('node:stream')
  try {
    yield* Readable.from(file).pipe(createGunzip())
  } catch (error) {
    throw new UserError(`${name} is not a whole gzip file: ${(error as Error).message}`)
  }
}

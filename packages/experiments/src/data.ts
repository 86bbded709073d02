import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { datasets } from '@credence/datasets'
import { ArgumentError, seededRng } from 'credence'
import { integerBelow } from 'credence/random'
import { table } from 'credence/stream'

/** A data set in memory: raw features and the outcome, rows in the file's order. */
export interface Data {
  readonly x: readonly Float64Array[]
  readonly y: readonly number[]
}

/** Where a data set is and how its last column is read. */
export interface Source {
  readonly name: string
  /** Absent for a shipped data set: where that lies is no part of what is run. */
  readonly path?: string
  readonly rows: number
  readonly task: 'regression' | 'classification'
  /** The value of the last column that is the class +1; all others are −1. */
  readonly positive?: number
  /** Of the file, so that finished replications are never those of another file. */
  readonly sha256?: string
}

export const shipped: readonly Source[] = datasets.map(({ name, rows, task }) => ({
  name,
  rows,
  task,
  ...(task === 'classification' ? { positive: 1 } : {}),
}))

/** A file of the user's: counted and fingerprinted. */
export async function userSource(name: string, path: string, positive: number): Promise<Source> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  const { y } = await load({ name, path, rows: 0, task: 'classification', positive })
  if (!y.includes(1)) {
    throw new ArgumentError(`${path}: no row of ${name} has ${positive} in its last column`)
  }
  return { name, path, rows: y.length, task: 'classification', positive, sha256: hash.digest('hex') }
}

const loaded = new Map<string, Promise<Data>>()

/** Read once in each worker. */
export function load(source: Source): Promise<Data> {
  const path = source.path ?? shippedPath(source.name)
  const found = loaded.get(path) ?? read(path, source.positive)
  loaded.set(path, found)
  return found
}

function shippedPath(name: string): string {
  const found = datasets.find((dataset) => dataset.name === name)
  if (!found) throw new ArgumentError(`no data set ${name} is shipped`, 'unknown-name')
  return fileURLToPath(found.url)
}

async function read(path: string, positive: number | undefined): Promise<Data> {
  const file = createReadStream(path)
  const header = await hasHeader(path)
  const rows = await table(path.endsWith('.gz') ? file.pipe(createGunzip()) : file, { header })
  const x: Float64Array[] = []
  const y: number[] = []
  for await (const { values } of rows) {
    const last = values.length - 1
    x.push(values.slice(0, last))
    const outcome = values[last]
    y.push(positive === undefined ? outcome : outcome === positive ? 1 : -1)
  }
  return { x, y }
}

/** A file whose first cell is a number has no header, as the original covertype file. */
async function hasHeader(path: string): Promise<boolean> {
  const bytes = new Uint8Array(64)
  if (path.endsWith('.gz')) {
    for await (const piece of createReadStream(path).pipe(createGunzip())) {
      return !startsWithNumber(new TextDecoder().decode((piece as Uint8Array).subarray(0, 64)))
    }
    return true
  }
  const file = await open(path)
  try {
    await file.read(bytes, 0, bytes.length, 0)
    return !startsWithNumber(new TextDecoder().decode(bytes))
  } finally {
    await file.close()
  }
}

function startsWithNumber(text: string): boolean {
  return /^\s*[-+]?[\d.]+\s*[,;\t]/.test(text)
}

/** The rows in another order: shuffled by Fisher and Yates. */
export function shuffled({ x, y }: Data, seed: number): Data {
  const rng = seededRng(seed)
  const order = y.map((_, i) => i)
  for (let i = order.length - 1; i > 0; i--) {
    const j = integerBelow(rng, i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return { x: order.map((i) => x[i]), y: order.map((i) => y[i]) }
}

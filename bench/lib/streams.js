import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** What others scored on real streams, by name. */
export const peers = JSON.parse(readFileSync(new URL('../peers/streams.json', import.meta.url), 'utf8'))

/**
 * The rows of a shipped data set, or of NAME.csv or NAME.csv.gz in the folder CREDENCE_STREAMS: numbers alone, without the naive
 * forecast; undefined if it is not there.
 */
export function loadStream(name, most = peers[name]?.rows ?? 3000) {
  const found = readTable(name)
  if (!found) return undefined
  const { names, rows } = found
  const features = [...names.keys()].filter((c) => names[c] !== 'naive' && c < names.length - 1)
  return rows.slice(0, most).map((cells) => ({
    x: Float64Array.from(features, (c) => cells[c]),
    y: cells[cells.length - 1],
  }))
}

/** The columns of such a file, by name; undefined if it is not there. */
export function loadColumns(name) {
  const found = readTable(name)
  return (
    found && Object.fromEntries(found.names.map((column, c) => [column, found.rows.map((row) => row[c])]))
  )
}

function readTable(name) {
  const folders = [fileURLToPath(new URL('../../packages/datasets/data', import.meta.url))]
  if (process.env.CREDENCE_STREAMS) folders.push(process.env.CREDENCE_STREAMS)
  const paths = folders.flatMap((folder) => [join(folder, `${name}.csv`), join(folder, `${name}.csv.gz`)])
  const path = paths.find((each) => existsSync(each))
  if (path === undefined) return undefined
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const [header, ...lines] = text.trim().split('\n')
  return { names: header.split(','), rows: lines.map((line) => line.split(',').map(Number)) }
}

/** All tables of a folder, as people have them: words and times stay text, an empty cell is null. */
export function loadTables(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'))
  return files.sort().map((file) => {
    const [header, ...lines] = readFileSync(join(folder, file), 'utf8').trim().split('\n')
    const rows = lines.map((line) => line.split(',').map(cellOf))
    return { name: file.slice(0, -4), names: header.split(','), rows }
  })
}

function cellOf(text) {
  if (text === '') return null
  return Number.isNaN(Number(text)) ? text : Number(text)
}

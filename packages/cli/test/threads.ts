import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { RunSummary } from '@credence/report'
import { expect } from 'vitest'
import { inFolder } from './folder.ts'
import { aloud } from './process.ts'

const DAY = 86_400_000

interface Table {
  readonly days: number
  readonly stores: number
  /** A cell of the target that cannot be read as one, at this day. */
  readonly slip?: number
}

/** Stores by day: gaps, cells that are missing, late starts, early ends, a row that comes too late, blank rows at the end. */
export function tableOf({ days, stores, slip }: Table): string {
  const dayAt = (t: number): string => new Date(Date.UTC(2025, 0, 1) + t * DAY).toISOString().slice(0, 10)
  const lines: string[] = []
  for (let t = 0; t < days; t++) {
    for (let s = 0; s < stores; s++) {
      const hash = (7 * t + 13 * s * s) % 31
      if ((s === 1 && t < days / 2) || (s === 2 && t > 0.8 * days) || hash === 3) continue
      const y = (s + 1) * (10 + 3 * Math.sin((2 * Math.PI * (t + s)) / 7) + Math.sin(t * t + s))
      const sold = hash === 5 ? '' : t === slip && s === 3 ? 'many' : y.toFixed(2)
      lines.push([hash === 9 && t % 2 ? '' : dayAt(t), `s${s}`, hash % 4 ? 'dry' : 'wet', sold].join(','))
    }
    if (t === 12) lines.push(`${dayAt(3)},s4,dry,17`)
  }
  for (let s = 0; s < stores; s++) lines.push(`${dayAt(days)},s${s},dry,`)
  return `day,store,sky,sold\n${lines.join('\n')}\n`
}

/** The same by series. */
export function bySeries(text: string): string {
  const [head, ...lines] = text.trimEnd().split('\n') as [string, ...string[]]
  const storeOf = (line: string): string => line.split(',')[1] as string
  return `${[head, ...lines.sort((a, b) => (storeOf(a) < storeOf(b) ? -1 : Number(storeOf(a) > storeOf(b))))].join('\n')}\n`
}

/** What a run says and writes, but for how long it took. */
function ranOn(path: (name: string) => string, data: string, threads: number, more: readonly string[]) {
  const out = path(`${threads}.csv`)
  const {
    code,
    err,
    out: said,
  } = aloud([...['run', data, '--by', 'store', '--json', '--threads', String(threads), '-o', out], ...more])
  const summary = said === '' ? null : { ...(JSON.parse(said) as RunSummary), seconds: 0 }
  // How long a run will take is said where it takes long.
  return { code, err: err.replace(/.*rows a second.*\n/, ''), summary, bytes: readFileSync(out, 'utf8') }
}

/** Runs a table on one thread, and on so many. */
export function expectSameOnThreads(
  text: string,
  more: readonly string[],
  counts: readonly number[] = [2, 3],
): Promise<void> {
  return inFolder(async (path) => {
    await writeFile(path('d.csv'), text)
    const [one, ...others] = [1, ...counts].map((threads) => ranOn(path, path('d.csv'), threads, more))
    expect(one?.code, one?.err).toBe(0)
    for (const other of others) expect(other).toEqual(one)
  })
}

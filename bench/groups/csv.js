import { normal, seededRng } from 'credence'
import { table } from 'credence/stream'
import { parse } from 'csv-parse/sync'
import { median } from '../lib/contest.js'

const ROWS = 100_000

export default {
  title: 'CSV',
  about: `${ROWS.toLocaleString('en')} rows of ten numbers of four decimals, in memory.`,
  unit: 'ns a row',
  async measure() {
    const rng = seededRng(1)
    const lines = Array.from({ length: ROWS }, () =>
      Array.from({ length: 10 }, () => normal(rng).toFixed(4)).join(),
    )
    const bytes = new TextEncoder().encode(`a,b,c,d,e,f,g,h,i,j\n${lines.join('\n')}\n`)
    const timed = async (read) => {
      const start = performance.now()
      await read()
      return (1e6 * (performance.now() - start)) / ROWS
    }
    const batches = async () => {
      let sum = 0
      for await (const { size, values } of (await table(bytes)).batches())
        for (let i = 0; i < 10 * size; i++) sum += values[i]
      return sum
    }
    const parsed = () => {
      let sum = 0
      for (const fields of parse(bytes, { from_line: 2 })) for (const field of fields) sum += Number(field)
      return sum
    }
    const [ours, theirs] = [[], []]
    for (let i = 0; i < 8; i++) {
      ours.push(await timed(batches))
      theirs.push(await timed(parsed))
    }
    // The first pass of each is not compiled yet.
    const [credence, peer] = [median(ours.slice(1)), median(theirs.slice(1))]
    return [{ path: '`table`, by batches', credence, peers: { 'csv-parse': peer } }]
  },
}

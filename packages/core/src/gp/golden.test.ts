import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createBeliefs } from '../beliefs.ts'
import { plainBackend, wasmBackend } from './backend.ts'
import { gpOn } from './gp.ts'

const loss = undefined as never
it.each(['window', 'growing', 'smooth'])('%s', (name) => {
  const dir = '/work/shared/golden/gp/'
  const settings = JSON.parse(readFileSync(`${dir}${name}.json`, 'utf8'))
  const rows = (f: string) =>
    readFileSync(f, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((l) => l.split(',').map(Number))
  const input = rows(`${dir}${name}.input.csv`)
  const trace = new Map(rows(`${dir}${name}.trace.csv`).map((r) => [r[0], r]))
  for (const backend of [plainBackend, wasmBackend()!]) {
    const d = input[0].length - 1
    const panel = gpOn(() => backend, settings).bind({ loss, dimension: d, seed: 0 })
    const state = panel.init()
    const b = createBeliefs(panel.capacity)
    let worst = 0
    input.forEach((row, i) => {
      const x = row.slice(0, d)
      panel.predict(state, x, b)
      const expected = trace.get(i + 1)
      if (expected)
        for (let k = 0; k < panel.capacity; k++) {
          worst = Math.max(
            worst,
            Math.abs(b.mean[k] - expected[3 + k]) / Math.max(1, Math.abs(expected[3 + k])),
            Math.abs(b.variance[k] - expected[3 + panel.capacity + k]),
          )
        }
      panel.update(state, x, row[d], b)
    })
    console.log(name, backend === plainBackend, worst, state.round)
  }
})

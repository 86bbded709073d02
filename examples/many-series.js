// node examples/many-series.js: a state for each key, the least recently used in a store. Here the store is a folder.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyed, normal, seededRng } from 'credence'
import { conformalModel } from 'credence/conformal'

const folder = mkdtempSync(join(tmpdir(), 'many-series-'))
const path = (key) => join(folder, encodeURIComponent(key))
const store = {
  get(key) {
    try {
      return readFileSync(path(key))
    } catch {
      return undefined // never seen
    }
  },
  put: (key, bytes) => writeFileSync(path(key), bytes),
  delete: (key) => rmSync(path(key), { force: true }),
}
const shops = keyed(conformalModel({ coverage: 0.9, diagnostics: false }), { capacity: 10, store })
const rng = seededRng(1)
let covered = 0
for (let day = 0; day < 1400; day++) {
  const shop = Math.floor(day / 7) % 40 // one week of each shop after the other
  for (let sale = 0; sale < 20; sale++) {
    const price = 10 * shop + (shop + 1) * normal(rng) // a level and a noise of its own
    shops.predict(`shop ${shop}`, 10 * shop, { id: `${day}, ${sale}` })
    covered += shops.learn(`shop ${shop}`, { id: `${day}, ${sale}`, y: price }).covered ? 1 : 0
  }
}
console.log(`${shops.size} states in memory, ${readdirSync(folder).length} files`)
console.log(`${((100 * covered) / 28_000).toFixed(1)} % covered`)
rmSync(folder, { recursive: true })

//> 10 states in memory, 40 files
//> 90.3 % covered

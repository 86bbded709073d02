/**
 * Which alerts `credence serve` raises, and when: on made series that change after 250 outcomes, on rows of real streams in an
 * order drawn at random, where nothing changes, and on the same rows in their own order.
 *
 *     [CREDENCE_STREAMS=FOLDER] [ORDERS=10] node bench/serveAlerts.js [PART OF A NAME]
 *
 * FOLDER holds index.json ([{ name, task }, …]) and NAME.csv.gz, whose last columns are `naive` and `y`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { buildModel, memoryJournal, Service } from '@credence/serve'
import { normal, seededRng } from 'credence'
import { integerBelow } from 'credence/random'

const CHANGE = 250
const LENGTH = 500
const SEEDS = 5
/** Rows of a real stream, at most. */
const ROWS = 1000
const ORDERS = Number(process.env.ORDERS ?? 10)

const learners = {
  conformal: { task: 'conformal', coverage: 0.9 },
  'conformal with alerts': { task: 'conformal', coverage: 0.9, alerts: { rate: 0.01 } },
  auto: { task: 'auto' },
}

/** A day's wave with noise of deviation 1; what happens to it from the change on. */
const changes = {
  nothing: (y) => y,
  'the level, by 10 deviations': (y) => y + 10,
  'the noise, × 3': (y, noise) => y + 2 * noise,
  'the noise, × 10': (y, noise) => y + 9 * noise,
  'one outcome, by 100 deviations': (y, _noise, since) => (since === 0 ? y + 100 : y),
  'a slow drift': (y, _noise, since) => y + 0.02 * since,
  'outcomes stand still': () => 20,
}

const service = await Service.open(memoryJournal(), buildModel)
let streams = 0

/** Feeds a series and returns its alerts: { kind, round }. */
async function alertsOf(recipe, events) {
  const name = `m${streams++}`
  await service.registry.change('', { op: 'put', model: name, recipe, at: 0, limit: 1e6 })
  const model = service.registry.get(name)
  const alerts = []
  let round = 0
  for (const event of events) {
    const { status, body } = await service.submit(model, 'k', event, '')
    if (status !== 200) throw new Error(body)
    round++
    if (!JSON.parse(body).alerts) continue
    const { alerts: told } = await service.view(model, 'k')
    // The number of an alert is that of its event.
    for (const { kind, seq } of told) if (seq === round) alerts.push({ kind, round })
  }
  await service.removal.one(model, 'k')
  return alerts
}

function made(change, seed) {
  const rng = seededRng(seed)
  return Array.from({ length: LENGTH }, (_, t) => {
    const noise = normal(rng)
    const y = 20 + 3 * Math.sin((2 * Math.PI * t) / 24) + noise
    const outcome = t < CHANGE ? y : change(y, noise, t - CHANGE)
    return { op: 'observe', y: outcome, at: Date.UTC(2026, 0, 1) + 3_600_000 * t }
  })
}

/** The first alert of each kind after the change: in how many series, and the middle of after how many outcomes. */
function summary(runs) {
  const kinds = new Map()
  for (const alerts of runs) {
    const seen = new Set()
    for (const { kind, round } of alerts) {
      const name = round <= CHANGE ? `${kind} too early` : kind
      if (seen.has(name)) continue
      seen.add(name)
      kinds.set(name, [...(kinds.get(name) ?? []), round - CHANGE])
    }
  }
  const cells = Array.from(kinds, ([kind, after]) => {
    after.sort((a, b) => a - b)
    return `${kind} ${after.length}/${runs.length} after ${after[after.length >> 1]}`
  })
  return cells.join(', ') || 'none'
}

/** How often each kind was raised, and in how many of the runs. */
function counts(runs) {
  const kinds = [...new Set(runs.flat().map(({ kind }) => kind))].sort()
  const cells = kinds.map((kind) => {
    const each = runs.map((alerts) => alerts.filter((alert) => alert.kind === kind).length)
    return `${kind} ${each.reduce((sum, n) => sum + n, 0)} in ${each.filter((n) => n > 0).length}/${runs.length}`
  })
  return cells.join(', ') || 'none'
}

function shuffled(rows, rng) {
  const list = [...rows]
  for (let i = list.length - 1; i > 0; i--) {
    const j = integerBelow(rng, i + 1)
    ;[list[i], list[j]] = [list[j], list[i]]
  }
  return list
}

function readStream(folder, name) {
  const text = gunzipSync(readFileSync(join(folder, `${name}.csv.gz`))).toString()
  const [head, ...lines] = text.trim().split('\n')
  const columns = head.split(',')
  const features = columns.slice(0, -2)
  const rows = lines.slice(0, ROWS).map((line) => {
    const cells = line.split(',').map(Number)
    const input = Object.fromEntries(features.map((column, i) => [column, cells[i]]))
    return { op: 'learn', input, y: cells.at(-1) }
  })
  return { features, rows }
}

console.log(`| what changes | ${Object.keys(learners).join(' | ')} |\n|---|---|---|---|`)
const [, , part = ''] = process.argv
for (const [what, change] of Object.entries(changes)) {
  if (!what.includes(part)) continue
  const cells = []
  for (const recipe of Object.values(learners)) {
    const runs = []
    for (let seed = 1; seed <= SEEDS; seed++) runs.push(await alertsOf(recipe, made(change, seed)))
    cells.push(summary(runs))
  }
  console.log(`| ${what} | ${cells.join(' | ')} |`)
}

const folder = process.env.CREDENCE_STREAMS
if (folder) {
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
  console.log('\n| stream | rows | in order | in random orders |\n|---|---|---|---|')
  for (const { name } of index.filter(({ task, name }) => task === 'reg' && name.includes(part))) {
    const { features, rows } = readStream(folder, name)
    const recipe = { task: 'auto', features }
    const own = await alertsOf(recipe, rows)
    const orders = []
    for (let seed = 1; seed <= ORDERS; seed++) {
      orders.push(await alertsOf(recipe, shuffled(rows, seededRng(seed))))
    }
    const cells = [rows.length, counts([own]), counts(orders)]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}
await service.close()

// The crowd on panels of series, beside methods that other programs ran at the same origins.
//
//     node bench/panels.js FOLDER…            a folder has index.json, NAME.csv (id,time,y), peers/NAME.json
//     node bench/panels.js --new FOLDER…      series that enter late, beside paths of their own
//
// peers/NAME.json holds what AutoETS, Theta and LightGBM forecast at the same origins; you bring it.
import { existsSync, readFileSync } from 'node:fs'
import { crowd, paths, slotOf, spacingOf } from 'credence/paths'

const COVERAGE = 0.9

/** Series by id, each row with its place on the clock that all share. */
function load(folder, { name }) {
  const series = new Map()
  for (const line of readFileSync(`${folder}/${name}.csv`, 'utf8').trim().split('\n').slice(1)) {
    const cells = line.split(',')
    const y = Number(cells.pop())
    const time = Date.parse(cells.pop().slice(0, 10))
    const id = cells.join(',')
    if (!series.has(id)) series.set(id, [])
    series.get(id).push({ id, time, y })
  }
  const times = [...new Set([...series.values()].flatMap((rows) => rows.map(({ time }) => time)))]
  const spacing = spacingOf(times.sort((a, b) => a - b))
  for (const rows of series.values()) {
    rows.sort((a, b) => a.time - b.time)
    for (const row of rows) row.at = slotOf(spacing, row.time)
  }
  return series
}

function periodsOf(series) {
  const periods = new Map()
  for (const row of [...series.values()].flat()) {
    if (!periods.has(row.at)) periods.set(row.at, [])
    periods.get(row.at).push(row)
  }
  return [...periods].sort(([a], [b]) => a - b).map(([, rows]) => rows)
}

const unitOf = (y, season) => {
  const changes = y.slice(season).map((value, i) => Math.abs(value - y[i]))
  return changes.reduce((sum, value) => sum + value, 0) / changes.length || 1
}

/** One pass over all rows in their order; the paths at the origins that the index asks for. */
function pass(series, { season, h, offsets }) {
  const wanted = new Map()
  for (const [id, rows] of series) {
    for (const offset of offsets) {
      const { at } = rows[rows.length - h - offset - 1]
      if (!wanted.has(at)) wanted.set(at, [])
      wanted.get(at).push([id, offset])
    }
  }
  const many = crowd({ steps: h, seasons: season > 1 ? [season] : [], coverage: COVERAGE })
  const forecasts = {}
  for (const rows of periodsOf(series)) {
    for (const { id, at, y } of rows) many.learn(id, { at }, y)
    for (const [id, offset] of wanted.get(rows[0].at) ?? []) {
      forecasts[id] ??= {}
      forecasts[id][offset] = many.predict(id).steps.map(({ mean, lower, upper }) => [mean, lower, upper])
    }
  }
  return forecasts
}

/** MASE, interval score and coverage, in units of the seasonal naive error before each origin. */
function score(series, { season, h, offsets }, forecasts) {
  const sums = { mase: 0, msis: 0, covered: 0, count: 0 }
  const steps = Array.from({ length: h }, () => [0, 0])
  const each = []
  for (const [id, rows] of series) {
    const y = rows.map((row) => row.y)
    let inside = 0
    for (const offset of offsets) {
      const origin = y.length - h - offset
      const unit = unitOf(y.slice(0, origin), season)
      forecasts[id][offset].forEach(([mean, lower, upper], k) => {
        const outcome = y[origin + k]
        const covered = lower <= outcome && outcome <= upper ? 1 : 0
        const beyond = Math.max(0, lower - outcome) + Math.max(0, outcome - upper)
        sums.mase += Math.abs(mean - outcome) / unit
        sums.msis += (upper - lower + (2 / (1 - COVERAGE)) * beyond) / unit
        sums.covered += covered
        sums.count++
        steps[k][0] += covered
        steps[k][1]++
        inside += covered
      })
    }
    each.push(inside / (h * offsets.length))
  }
  each.sort((a, b) => a - b)
  const { mase, msis, covered, count } = sums
  return {
    mase: mase / count,
    msis: msis / count,
    coverage: covered / count,
    worstStep: Math.min(...steps.map(([hits, all]) => hits / all)),
    tenth: each[Math.floor(each.length / 10)],
  }
}

/** The last fifth of the series enters with its last 24 rows: mean error in the crowd over that alone. */
function newcomers(series, { season, h }) {
  const ids = [...series.keys()]
  const late = new Set(ids.slice(Math.floor(0.8 * ids.length)))
  const units = new Map()
  for (const id of late) {
    const rows = series.get(id)
    units.set(id, unitOf(rows.map(({ y }) => y), season)) // biome-ignore format: one thought
    series.set(id, rows.slice(-24))
  }
  const options = { steps: h, seasons: season > 1 ? [season] : [], coverage: COVERAGE }
  const many = crowd(options)
  const alone = new Map([...late].map((id) => [id, paths(options)]))
  const sums = { crowd: 0, alone: 0, covered: 0, count: 0 }
  for (const period of periodsOf(series)) {
    for (const { id, at, y } of period) {
      many.learn(id, { at }, y)
      alone.get(id)?.learn({}, y)
    }
    for (const { id, at } of period.filter((row) => late.has(row.id))) {
      const rows = series.get(id)
      const after = rows.filter((row) => row.at > at && row.at <= at + h)
      const [ours, own] = [many.predict(id), alone.get(id).predict({})]
      after.forEach(({ y }, k) => {
        sums.crowd += Math.abs(y - ours.steps[k].mean) / units.get(id)
        sums.alone += Math.abs(y - own.steps[k].mean) / units.get(id)
        sums.covered += ours.steps[k].lower <= y && y <= ours.steps[k].upper ? 1 : 0
        sums.count++
      })
    }
  }
  return { ratio: sums.crowd / sums.alone, coverage: sums.covered / sums.count, series: late.size }
}

const geometric = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
const fixed = (value, digits = 3) => value.toFixed(digits)

function compare(folders) {
  const ratios = {}
  console.log(
    '| panel | series | MASE | coverage | worst step | tenth of series | MASE / ets, theta, lgb-l1 | interval score / the same |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const folder of folders) {
    for (const panel of JSON.parse(readFileSync(`${folder}/index.json`, 'utf8'))) {
      const at = `${folder}/peers/${panel.name}.json`
      if (!existsSync(at)) continue
      const series = load(folder, panel)
      const ours = score(series, panel, pass(series, panel))
      const peers = JSON.parse(readFileSync(at, 'utf8'))
      const beside = ['ets', 'theta', 'lgb-l1'].map((name) => {
        const theirs = score(series, panel, peers[name])
        ratios[name] ??= []
        ratios[name].push([ours.mase / theirs.mase, ours.msis / theirs.msis])
        return ratios[name].at(-1)
      })
      const { mase, coverage, worstStep, tenth } = ours
      console.log(
        `| ${panel.name} | ${series.size} | ${fixed(mase)} | ${[coverage, worstStep, tenth].map((value) => fixed(value, 2)).join(' | ')} | ${beside.map(([m]) => fixed(m)).join(', ')} | ${beside.map(([, i]) => fixed(i)).join(', ')} |`,
      )
    }
  }
  for (const [name, pairs] of Object.entries(ratios)) {
    console.log(
      `${name}: MASE ${fixed(geometric(pairs.map(([m]) => m)))}, interval score ${fixed(geometric(pairs.map(([, i]) => i)))}`,
    )
  }
}

function compareNew(folders) {
  const all = []
  for (const folder of folders) {
    for (const panel of JSON.parse(readFileSync(`${folder}/index.json`, 'utf8'))) {
      const { ratio, coverage, series } = newcomers(load(folder, panel), panel)
      all.push(ratio)
      console.log(`| ${panel.name} | ${series} | ${fixed(ratio)} | ${fixed(coverage, 2)} |`)
    }
  }
  console.log(`geometric mean ${fixed(geometric(all))}`)
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--new') compareNew(rest)
else compare([first, ...rest])

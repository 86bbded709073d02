import { readFileSync, writeFileSync } from 'node:fs'
import { figure, palette } from '@credence/charts'
import { groups } from '../groups/index.js'

const page = new URL('../../docs/benchmarks.md', import.meta.url)
const drawing = new URL('../../docs/images/benchmark-growth.svg', import.meta.url)

const number = (value) =>
  value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(value < 1 ? 2 : 3)))

/** One group as a table. */
export function describeGroup({ unit }, rows) {
  if (rows[0]?.sizes) return growthTable(rows)
  const peers = [...new Set(rows.flatMap((row) => Object.keys(row.peers)))]
  const cell = ({ credence, peers: theirs }, name) =>
    theirs[name] === undefined ? '' : `${number(theirs[name])} (${ratio(theirs[name] / credence)} ×)`
  const head = ['', `Credence, ${unit}`, ...peers]
  const body = rows.map((row) => [row.path, number(row.credence), ...peers.map((name) => cell(row, name))])
  return table(head, body)
}

const ratio = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0))

function growthTable(rows) {
  const body = rows.map(({ path, sizes, times }) => {
    const [n, t] = [sizes.slice(-2), times.slice(-2)]
    const exponent = Math.log(t[1] / t[0]) / Math.log(n[1] / n[0])
    return [path, sizes.map((size, i) => `${size}: ${number(times[i])}`).join(', '), exponent.toFixed(2)]
  })
  return table(['', 'size: µs', 'exponent'], body)
}

function table(head, body) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...body.map(line)].join('\n')
}

function sectionOf(name, found) {
  const { title, about } = groups[name]
  const when = `*${found.date}, ${found.machine}, Node ${found.node.slice(1)}, load ${found.load} when it began; \`npm run bench -- --write ${name}\`*`
  const picture =
    name === 'growth'
      ? '\n\n![Time of a round as K, W, d, T and the number of series grow, on logarithmic axes](images/benchmark-growth.svg)'
      : ''
  return `## ${title}\n\n${about}\n\n${describeGroup(groups[name], found.rows)}\n\n${when}${picture}`
}

/** Writes docs/benchmarks.md and its drawing from what was measured last; what is written by hand below its mark stays. */
export function writePage(results) {
  const mark = '<!-- Below: written by hand. -->'
  const [, byHand = ''] = readFileSync(page, 'utf8').split(mark)
  const sections = Object.keys(groups).filter((name) => name in results)
  if (results.growth) writeFileSync(drawing, growthFigure(results.growth.rows))
  writeFileSync(
    page,
    `# Benchmarks

Medians of interleaved runs: what slows the machine down slows all alike. In brackets, how many times as long a peer takes in the same run. Each table says what load the machine had: absolute times under load are too long, ratios suffer less. Nothing of it is asserted in a test; run it on your machine:

\`\`\`sh
bench/peers/setup                   # a Python environment with numpy, scipy, River and LightGBM
npm run bench                       # all hot paths
npm run bench -- --write gpSmall    # one group, and writes this page
\`\`\`

Peers that are not there are skipped with a word. R is the system's.

${sections.map((name) => sectionOf(name, results[name])).join('\n\n')}

${mark}${byHand}`,
  )
}

function growthFigure(rows) {
  const panels = rows.map(({ path, sizes, times }, i) => ({
    title: path,
    x: { kind: 'log', ticks: sizes.map((value) => ({ value, label: value.toLocaleString('en') })) },
    y: { kind: 'log', ...(i % 3 === 0 ? { label: 'µs' } : {}) },
    series: [{ x: sizes, y: times, color: palette.blue, dots: true }],
  }))
  return figure({ panels, panelHeight: 150, id: 'growth', description: 'Time of a round as sizes grow' })
}

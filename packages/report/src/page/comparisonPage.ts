import { type Comparison, certaintyOf, type Pair, YARDSTICK_NAMES } from '../comparison.ts'
import type { Series } from '../series.ts'
import { type DrawnChart, type DrawnLine, percent, rolling } from './charts.ts'
import { figure, type PageOptions, pageOf, tools } from './page.ts'
import { digits, escapeHtml } from './sections.ts'

/** Rows that a line of a chart looks back on, at least. */
const LOOK_BACK = 200

/** Several runs beside each other as one page: who is surely better than whom, and how they fared on the way. */
export function comparisonPage(comparison: Comparison, options: PageOptions): Promise<string> {
  const charts = chartsOf(comparison)
  const series = comparison.contenders.find(({ summary }) => summary)?.summary?.series
  const figures = `${charts.length > 0 ? tools() : ''}\n${charts.map(figure).join('\n')}`
  const main = `${verdicts(comparison)}${table(comparison)}\n${figures}`
  return pageOf(main, series ?? { t: [], width: 1 }, charts, options)
}

function chartsOf({ by, contenders }: Comparison): DrawnChart[] {
  const first = contenders.find(({ summary }) => summary)?.summary
  if (!first || first.series.t.length < 2) return []
  const { width, naive } = first.series
  const stretches = Math.max(1, Math.ceil(LOOK_BACK / width))
  const rounds = stretches * width
  const of = (values: (series: Series) => DrawnLine['values']): DrawnLine[] =>
    contenders.flatMap(({ name, summary }, i) =>
      summary
        ? [{ label: name, colour: `w${i % 8}`, values: rolling(values(summary.series), stretches) }]
        : [],
    )
  const last = {
    label: 'naive: last value',
    colour: 'naive',
    dashed: true,
    values: rolling(naive, stretches),
  }
  const chart = (id: string, title: string, says: string, lines: DrawnLine[]): DrawnChart[] =>
    lines.some(({ values }) => values.some((value) => value !== null))
      ? [{ id, title, says: `${says} over the last ${rounds} rows.`, lines, bands: [] }]
      : []
  const errors = chart('errors', 'Error', 'Mean absolute error', [...of(({ error }) => error), last])
  const widths = chart('widths', 'Width of the intervals', 'Mean width', of(widthsOf))
  const coverage = chart(
    'coverage',
    'Coverage of the intervals',
    'Coverage',
    of((series) => series.coverage),
  )
  return by === 'interval' ? [...widths, ...coverage] : [...errors, ...coverage]
}

function widthsOf({ lower, upper }: Series): DrawnLine['values'] {
  return lower.map((least, i) => {
    const greatest = upper[i]
    return least === null || greatest === null ? null : greatest - least
  })
}

/** A winner for each pair that has one, and nothing more. */
function verdicts({ pairs, by }: Comparison): string {
  const most = Math.max(...pairs.flatMap(({ confidence }) => confidence?.map(Math.abs) ?? [0])) || 1
  const rows = pairs.map(
    (pair) =>
      `<tr><th scope="row">${escapeHtml(pair.a)} and ${escapeHtml(pair.b)}</th><td>${escapeHtml(verdict(pair))}</td><td class="n">${digits(pair.difference)}</td><td>${bar(pair, most)}</td></tr>`,
  )
  return `<section><h2>Who is surely better</h2><p class="soft">Difference of the ${YARDSTICK_NAMES[by]}, first less second: below 0 the first is better. ${certaintyOf(by)}</p><div class="scroll" tabindex="0" role="region" aria-label="Pairs"><table><thead><tr><th scope="col">pair</th><th scope="col">verdict</th><th scope="col" class="n">difference</th><th scope="col">surely within</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

function verdict({ winner, since, confidence, rounds, better }: Pair): string {
  if (confidence === null) return `no difference in ${rounds.toLocaleString('en')} rounds`
  if (winner === null)
    return better[0] === 0 || better[1] === 0 ? 'no winner yet: all rounds go the same way' : 'no winner yet'
  return `${winner}${since === null ? '' : `, since round ${since.toLocaleString('en')}`}`
}

function bar({ confidence, difference, winner }: Pair, most: number): string {
  if (confidence === null) return ''
  const x = (value: number): string => (100 + 96 * (value / most)).toFixed(1)
  const [least, greatest] = confidence
  const colour = winner === null ? 'var(--ink-soft)' : 'var(--own)'
  return `<svg role="img" aria-label="${digits(least)} to ${digits(greatest)}" viewBox="0 0 200 20" width="200" height="20"><line x1="100" x2="100" y1="0" y2="20" stroke="var(--target)" stroke-dasharray="3 3"/><line x1="${x(least)}" x2="${x(greatest)}" y1="10" y2="10" stroke="${colour}" stroke-width="3"/><circle cx="${x(difference)}" cy="10" r="4" fill="${colour}"/></svg>`
}

function table({ by, contenders }: Comparison): string {
  const rows = [...contenders]
    .sort((a, b) => a.meanLoss - b.meanLoss)
    .map(({ name, meanLoss, summary }) => {
      const intervals = summary?.intervals
      const covered = intervals ? percent(intervals.covered) : '–'
      return `<tr><th scope="row">${escapeHtml(name)}</th><td class="n">${digits(meanLoss)}</td><td class="n">${covered}</td><td class="n">${digits(intervals?.meanWidth)}</td><td class="n">${summary ? `${digits(summary.seconds)} s` : '–'}</td></tr>`
    })
  return `<section><h2>All of them</h2><div class="scroll" tabindex="0" role="region" aria-label="Contenders"><table><thead><tr><th scope="col">contender</th><th scope="col" class="n">${YARDSTICK_NAMES[by]}</th><th scope="col" class="n">coverage</th><th scope="col" class="n">mean width</th><th scope="col" class="n">time</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

import { amount, type Line, percentage } from '@credence/charts/page'
import { type Comparison, certaintyOf, type Pair, YARDSTICK_NAMES } from '../comparison.ts'
import type { Series } from '../series.ts'
import { type Evidence, placesOf } from './evidence.ts'
import { escapeHtml, finding, tableOf } from './html.ts'
import { byId, drawnEvidence, type PageOptions, pageOf } from './page.ts'
import { rolling } from './pictures.ts'

/** Rows that a line of a chart looks back on, at least. */
const LOOK_BACK = 200

/** Several runs beside each other as one page: which is better, by what evidence, and how they fared on the way. */
export function comparisonPage(comparison: Comparison, options: PageOptions): Promise<string> {
  const evidence = evidenceOf(comparison)
  const main = `<h1>${escapeHtml(sentence(comparison))}</h1>
<div class="verdicts">${verdicts(comparison)}${table(comparison)}</div>
<div class="evidence">${evidence.map(drawnEvidence).join('\n')}</div>`
  return pageOf(main, { pictures: byId(evidence) }, options)
}

/** The contender with the smallest loss, and whether that is more than chance. */
function sentence({ by, contenders, pairs }: Comparison): string {
  const [first, second] = [...contenders].sort((a, b) => a.meanLoss - b.meanLoss)
  if (!first || !second) return 'There is nothing to compare.'
  const won = pairs.filter(({ winner }) => winner === first.name).length
  const others = contenders.length - 1
  const least = `${first.name} has the smallest ${YARDSTICK_NAMES[by]}, ${amount(first.meanLoss)}`
  if (won === others) return `${least}; the evidence is enough against every other contender.`
  return won === 0
    ? `${least}, but no difference is more than chance allows yet.`
    : `${least}; the evidence is enough against ${won} of ${others} others.`
}

function evidenceOf({ by, contenders }: Comparison): Evidence[] {
  const first = contenders.find(({ summary }) => summary)?.summary
  if (!first || first.series.t.length < 2) return []
  const { width, naive } = first.series
  const stretches = Math.max(1, Math.ceil(LOOK_BACK / width))
  const rounds = (stretches * width).toLocaleString('en')
  const best = [...contenders].sort((a, b) => a.meanLoss - b.meanLoss)[0]?.name
  const of = (values: (series: Series) => Line['values']): Line[] =>
    contenders.flatMap(({ name, summary }) =>
      summary
        ? [
            {
              label: name,
              role: name === best ? 'forecast' : 'other',
              values: rolling(values(summary.series), stretches),
            },
          ]
        : [],
    )
  const places = placesOf(first.series)
  const chart = (id: string, title: string, lines: Line[], more: object = {}): Evidence[] =>
    lines.some(({ values }) => values.some((value) => value !== null))
      ? [
          {
            id,
            title,
            caption: `Over the last ${rounds} rows. The best contender is blue.`,
            picture: { kind: 'lines', ...places, unit: '', lines, says: title, ...more },
          },
        ]
      : []
  const last: Line = { label: 'last value', role: 'naive', values: rolling(naive, stretches) }
  const covered = of((series) => series.coverage)
  const lowest = Math.min(...covered.flatMap(({ values }) => values.filter((value) => value !== null)))
  const coverage = chart('coverage', 'Coverage of the intervals', covered, {
    format: 'percent',
    range: [Math.max(0, lowest - 0.02), 1],
  })
  return by === 'interval'
    ? [...chart('widths', 'Width of the intervals', of(widthsOf)), ...coverage]
    : [...chart('errors', 'Mean absolute error', [...of(({ error }) => error), last]), ...coverage]
}

function widthsOf({ lower, upper }: Series): Line['values'] {
  return lower.map((least, i) => {
    const greatest = upper[i]
    return least === null || greatest === null ? null : greatest - least
  })
}

/** A winner for each pair that has one, and nothing more. */
function verdicts({ pairs, by }: Comparison): string {
  const most =
    Math.max(
      ...pairs.flatMap(({ confidence }) => confidence?.map(Math.abs).filter(Number.isFinite) ?? [0]),
    ) || 1
  const rows = pairs.map((pair) => [
    `${escapeHtml(pair.a)} and ${escapeHtml(pair.b)}`,
    escapeHtml(verdict(pair)),
    amount(pair.difference),
    bar(pair, most),
  ])
  return finding(
    'Which contender is better',
    `Difference of the ${YARDSTICK_NAMES[by]}, first minus second: below 0 the first is better. ${certaintyOf(by)}`,
    tableOf('Pairs', ['Pair', 'Better', 'Difference', '95\u202f% interval'], rows, [2]),
  )
}

function verdict({ winner, since, confidence, rounds, better }: Pair): string {
  if (confidence === null) return `no difference in ${rounds.toLocaleString('en')} rounds`
  if (winner === null)
    return better[0] === 0 || better[1] === 0 ? 'no winner yet: all rounds go the same way' : 'no winner yet'
  return `${winner}${since === null ? '' : `, since round ${since.toLocaleString('en')}`}`
}

function bar({ confidence, difference, winner }: Pair, most: number): string {
  if (confidence === null) return ''
  const x = (value: number): string => (100 + 96 * Math.max(-1, Math.min(1, value / most))).toFixed(1)
  const [least, greatest] = confidence
  const colour = winner === null ? 'var(--axis)' : 'var(--forecast)'
  return `<svg role="img" aria-label="${amount(least)} to ${amount(greatest)}" viewBox="0 0 200 20" style="width:200px"><line class="asked" x1="100" x2="100" y1="0" y2="20"/><line x1="${x(least)}" x2="${x(greatest)}" y1="10" y2="10" stroke="${colour}" stroke-width="3"/><circle cx="${x(difference)}" cy="10" r="4" fill="${colour}"/></svg>`
}

function table({ by, contenders }: Comparison): string {
  const rows = [...contenders]
    .sort((a, b) => a.meanLoss - b.meanLoss)
    .map(({ name, meanLoss, summary }) => [
      escapeHtml(name),
      amount(meanLoss),
      percentage(summary?.intervals?.covered, 1),
      amount(summary?.intervals?.meanWidth),
      summary ? `${amount(summary.seconds)} s` : '–',
    ])
  const heads = ['contender', YARDSTICK_NAMES[by], 'coverage', 'mean width', 'time']
  return finding(
    'All contenders',
    'The smallest loss first.',
    tableOf('Contenders', heads, rows, [1, 2, 3, 4]),
  )
}

import { percentage, type Rate, type Reliable } from '@credence/charts/page'
import type { ClassesSummary } from '../classes.ts'
import { commonestMistake } from '../confusion.ts'
import type { RunSummary } from '../summary.ts'
import { type Evidence, placesOf } from './evidence.ts'
import { escapeHtml, finding, tableOf } from './html.ts'

type Confusion = NonNullable<RunSummary['confusion']>

/** Classes up to which each has a place of its own. */
const MOST_CLASSES = 12

/** Which class is taken for which. */
export function classSections({ confusion }: RunSummary): string {
  return confusion && confusion.names.length <= MOST_CLASSES ? confusionTable(confusion) : ''
}

function confusionTable({ names, counts }: Confusion): string {
  const totals = counts.map((row) => row.reduce((sum, count) => sum + count, 0))
  const head = names.map((name) => `<th scope="col" class="r">${escapeHtml(name)}</th>`).join('')
  const rows = counts.map((row, i) => {
    const cells = row.map((count) => {
      const share = totals[i] === 0 ? 0 : count / totals[i]
      return `<td class="heat h${heat(share)}"><b>${percentage(share)}</b><small>${count.toLocaleString('en')}</small></td>`
    })
    return `<tr><th scope="row">${escapeHtml(names[i])}</th>${cells.join('')}<td class="r">${totals[i].toLocaleString('en')}</td></tr>`
  })
  const named = names.map((_, j) => counts.reduce((sum, row) => sum + row[j], 0))
  const foot = `<tr><th scope="row">forecast</th>${named.map((count) => `<td class="r">${count.toLocaleString('en')}</td>`).join('')}<td class="r">${named.reduce((a, b) => a + b, 0).toLocaleString('en')}</td></tr>`
  const table = `<div class="scroll" tabindex="0" role="region" aria-label="Which class is taken for which"><table><thead><tr><th scope="col">outcome ↓ forecast →</th>${head}<th scope="col" class="r">rows</th></tr></thead><tbody>${rows.join('')}${foot}</tbody></table></div>`
  return finding(
    commonestMistake({ names, counts })?.text ?? 'No class is taken for another',
    'Each row is an outcome; shares of the row, and rows.',
    table,
  )
}

function heat(share: number): number {
  if (share < 0.02) return 0
  return share < 0.1 ? 1 : share < 0.3 ? 2 : share < 0.55 ? 3 : 4
}

/** The pictures of a run of classes. */
export function classEvidence(summary: RunSummary): Evidence[] {
  const { confusion, classes } = summary
  if (!confusion) return []
  const few = confusion.names.length <= MOST_CLASSES
  return [
    ...(few ? rates(confusion) : []),
    ...(few && classes ? recallOverTime(confusion, classes) : []),
    ...(classes ? reliability(summary, classes) : []),
    ...sizes(confusion),
  ]
}

function rates({ names, counts }: Confusion): Evidence[] {
  const pairs = names
    .map((name, i) => {
      const came = counts[i].reduce((sum, count) => sum + count, 0)
      const named = counts.reduce((sum, row) => sum + row[i], 0)
      return { name, first: rateOf(counts[i][i], came), second: rateOf(counts[i][i], named) }
    })
    .filter(({ first }) => first !== null)
    .sort((a, b) => (b.first?.share ?? 0) - (a.first?.share ?? 0))
  const least = pairs[pairs.length - 1]
  if (!least) return []
  return [
    {
      id: 'rates',
      title: `“${least.name}” is found least often, ${percentage(least.first?.share)}`,
      caption:
        '<b>Found</b>: share of its outcomes that were forecast (recall). <b>Right</b>: share of its forecasts that came true (precision). The bar beside each share is how sure so many rows make it.',
      picture: {
        kind: 'rates',
        pairs,
        heads: ['found', 'right'],
        says: 'How often each class is found, and how often its name is right',
      },
    },
  ]
}

/** Wilson's interval of a share. */
function rateOf(hits: number, rows: number): Rate | null {
  if (rows === 0) return null
  const z = 1.96
  const share = hits / rows
  const middle = (share + (z * z) / (2 * rows)) / (1 + (z * z) / rows)
  const half =
    (z / (1 + (z * z) / rows)) * Math.sqrt((share * (1 - share)) / rows + (z * z) / (4 * rows * rows))
  return { share, between: [Math.max(0, middle - half), Math.min(1, middle + half)] }
}

/** Rows of a class that a line looks back on, at least. */
const LOOK_BACK = 40

function recallOverTime({ names }: Confusion, { stretches, time }: ClassesSummary): Evidence[] {
  if (stretches.length < 8) return []
  const lines = names.map((name, k) => {
    let [came, right, from] = [0, 0, 0]
    const values = stretches.map((stretch, i) => {
      came += stretch.came[k] ?? 0
      right += stretch.right[k] ?? 0
      while (from < i && came - (stretches[from].came[k] ?? 0) >= LOOK_BACK) {
        came -= stretches[from].came[k] ?? 0
        right -= stretches[from].right[k] ?? 0
        from++
      }
      return came < LOOK_BACK ? null : right / came
    })
    return { name, values, last: values[values.length - 1] ?? null }
  })
  const known = lines.filter(({ last }) => last !== null)
  const worst = [...known].sort((a, b) => (a.last ?? 0) - (b.last ?? 0))[0]
  if (!worst) return []
  return [
    {
      id: 'recall',
      title: `Lately “${worst.name}” is found ${percentage(worst.last)} of the time`,
      caption: `Share of each class’s outcomes that were forecast, over about its last ${LOOK_BACK} rows.`,
      picture: {
        kind: 'lines',
        ...placesOf({ time, t: stretches.map(({ t }) => t) }),
        unit: 'found',
        format: 'percent',
        range: [0, 1],
        lines: known.map(({ name, values }) => ({
          label: name,
          role: name === worst.name ? 'forecast' : 'other',
          values,
        })),
        says: 'How often each class was found along the run',
      },
    },
  ]
}

/** Rows of one class in a tenth, before a line goes through it. */
const FEWEST = 20

function reliability(
  { confusion, probabilities }: RunSummary,
  { reliability: all, byClass }: ClassesSummary,
): Evidence[] {
  if (all.length < 2) return []
  const off = (bins: readonly Reliable[]): number => {
    const rows = bins.reduce((sum, bin) => sum + bin.rows, 0)
    return bins.reduce((sum, bin) => sum + bin.rows * Math.abs(bin.said - bin.came), 0) / rows
  }
  const worst = byClass
    .map((bins, k) => ({ name: confusion?.names[k] ?? '', off: off(bins) }))
    .sort((a, b) => b.off - a.off)[0]
  const near = [...all].sort((a, b) => Math.abs(a.said - 0.7) - Math.abs(b.said - 0.7))[0]
  const two = (probabilities?.classes ?? 2) <= 2
  return [
    {
      id: 'reliability',
      title: `What is forecast at ${percentage(near.said)} comes ${percentage(near.came)} of the time`,
      caption: `The probabilities of ${two ? 'both' : 'all'} classes in every row, in tenths; on the thin line they are right. ${two ? '' : `Grey: each class alone; “${escapeHtml(worst.name)}” is off most, by ${percentage(worst.off, 1)} on average. `}Grey bars count the rows.`,
      picture: {
        kind: 'reliability',
        bins: all,
        others: two ? [] : byClass.map((bins) => bins.filter(({ rows }) => rows >= FEWEST)),
        says: 'How often a class came, by the probability that was forecast for it',
      },
    },
  ]
}

function sizes({ sizes: found }: Confusion): Evidence[] {
  if (found.length === 0) return []
  const all = found.reduce((sum, { sets }) => sum + sets, 0)
  const largest = [...found].sort((a, b) => b.sets - a.sets)[0]
  const labels = (size: number): string => `${size} ${size === 1 ? 'label' : 'labels'}`
  return [
    {
      id: 'sizes',
      title: `Most sets hold ${labels(largest.size)}`,
      caption: 'Share of rows by the labels in their set, and how often the set held the outcome.',
      picture: {
        kind: 'ranked',
        items: found.map(({ size, sets, held }) => ({
          name: labels(size),
          value: sets / all,
          label: sets / all < 0.01 ? 'under 1\u202f%' : percentage(sets / all),
          note: `held it ${percentage(held / sets)}`,
        })),
        says: 'Sets by the number of labels in them',
      },
    },
  ]
}

type When = (row: { readonly t: number; readonly time: number | null }) => string

/** The last rows: every class with its probability, those of the set in blue, a dot where it came. */
export function latestSection({ classes, confusion, sets }: RunSummary, when: When): string {
  const names = confusion?.names ?? []
  if (!classes || names.length < 2 || names.length > 6) return ''
  const rows = [...classes.latest].reverse().map((row) => [
    when(row),
    ...names.map((name, k) => {
      const p = row.probabilities[k] ?? 0
      const inside = row.set.includes(name)
      const mark = row.y === name ? (inside ? ' ●' : ' ○') : ''
      const words = row.y === name ? ' <span class="sr">, the outcome</span>' : ''
      return `<span class="p${inside ? ' in' : ''}"><span class="of" aria-hidden="true">${escapeHtml(name)}</span><i><b style="width:${(100 * p).toFixed(1)}%"></b></i><span>${percentage(p)}${mark}${words}</span></span>`
    }),
  ])
  const asked = percentage(sets?.asked ?? 0.9)
  const key = `<p class="cap key"><span><i class="m m-set"></i>in the ${asked} set</span><span><i class="m m-rest"></i>outside it</span><span><i class="m m-dot"></i>outcome</span><span><i class="m m-ring"></i>outcome outside the set</span></p>`
  return `<section><h2>The latest rows: forecast and outcome</h2>${key}<div class="latest">${tableOf('The latest rows', ['Row', ...names.map(escapeHtml)], rows, [])}</div></section>`
}

/** The rows whose outcome was the greatest surprise. */
export function hardestSection({ classes, confusion }: RunSummary, when: When): string {
  if (!classes || classes.hardest.length === 0) return ''
  const names = confusion?.names ?? []
  const rows = classes.hardest.map((row) => {
    const chance = (name: string): number => row.probabilities[names.indexOf(name)] ?? 0
    return [
      when(row),
      `<b>${escapeHtml(row.y)}</b>`,
      percentage(chance(row.y), 1),
      `${escapeHtml(row.label)}, ${percentage(chance(row.label))}`,
    ]
  })
  return finding(
    `The ${rows.length} hardest rows`,
    'Their outcome had the least probability. Look here first if labels may be wrong.',
    tableOf('The hardest rows', ['Row', 'Outcome', 'Its probability', 'Forecast'], rows, [2]),
  )
}

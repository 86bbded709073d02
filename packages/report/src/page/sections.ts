import type { RunSummary } from '../summary.ts'
import { percent } from './charts.ts'

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

export function digits(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : String(Number(value.toPrecision(4)))
}

/** What is wrong, at the top; or that nothing was found. */
export function warningsList({ warnings }: RunSummary): string {
  if (warnings.length === 0) return '<p class="fine">Nothing was found that should worry you.</p>'
  const items = warnings.map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  return `<ul class="warnings" aria-label="Warnings">${items.join('')}</ul>`
}

/** The numbers that people look for first. */
export function cards(summary: RunSummary): string {
  const found = [
    ...rowCards(summary),
    ...errorCards(summary),
    ...intervalCards(summary),
    ...lossCards(summary),
  ]
  const shown = found.map(
    ([name, value, note]) =>
      `<div><dt>${name}</dt><dd>${value}${note ? `<small>${note}</small>` : ''}</dd></div>`,
  )
  return `<dl class="cards">${shown.join('')}</dl>`
}

type Card = readonly [name: string, value: string, note?: string]

function rowCards({ rows, outcomes, seconds, skippedRows }: RunSummary): Card[] {
  const missing = outcomes < rows ? `${(rows - outcomes).toLocaleString('en')} without an outcome` : ''
  const skipped = skippedRows > 0 ? `${skippedRows.toLocaleString('en')} skipped` : ''
  return [
    ['rows', rows.toLocaleString('en'), [missing, skipped].filter(Boolean).join(', ')],
    ['time', `${digits(seconds)} s`],
  ]
}

function errorCards({ errors }: RunSummary): Card[] {
  if (!errors) return []
  const { own, ...others } = errors.meanAbsolute
  const beside = Object.entries(others).map(([name, value]) => `${NAIVE[name] ?? name} ${digits(value)}`)
  return [
    ['mean absolute error', digits(own), beside.join(', ')],
    ['root mean squared error', digits(errors.rootMeanSquared.own), ''],
  ]
}

const NAIVE: Readonly<Record<string, string>> = {
  last: 'last value',
  mean: 'mean so far',
  seasonal: 'a season ago',
}

function intervalCards({ intervals, sets, probabilities }: RunSummary): Card[] {
  const cards: Card[] = []
  const held = intervals ?? sets
  if (held) {
    const [least, greatest] = held.confidence
    const note = `asked ${percent(held.asked)}; surely between ${percent(least)} and ${percent(greatest)}`
    cards.push(['coverage', percent(held.covered), note])
  }
  if (sets) cards.push(['mean size of a set', digits(sets.meanSize), 'classes'])
  if (intervals)
    cards.push(['mean width', digits(intervals.meanWidth), `interval score ${digits(intervals.meanScore)}`])
  if (probabilities) {
    cards.push([
      'wrong labels',
      percent(probabilities.wrong),
      `always the commonest label ${percent(probabilities.naiveWrong)}`,
    ])
    cards.push(['log loss', digits(probabilities.logarithmic), `Brier score ${digits(probabilities.brier)}`])
  }
  return cards
}

function lossCards({ loss }: RunSummary): Card[] {
  if (!loss) return []
  const best = loss.best ? `best expert ${digits(loss.best.mean)}: ${escapeHtml(loss.best.expert)}` : ''
  const regret: Card[] =
    loss.regret === null
      ? []
      : [
          [
            'regret',
            digits(loss.regret),
            loss.bound === null ? escapeHtml(loss.reason ?? '') : `proven below ${digits(loss.bound)}`,
          ],
        ]
  return [['mean loss', digits(loss.mean), best], ...regret]
}

/** Experts that are listed: those with the most weight. */
const LISTED = 20

export function expertsTable({ experts }: RunSummary): string {
  if (experts.length < 2) return ''
  const rows = [...experts]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, LISTED)
    .map(
      ({ name, weight, meanLoss, failures }) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td class="n">${percent(weight)}</td><td class="n">${digits(meanLoss)}</td><td class="n">${failures}</td></tr>`,
    )
  const left =
    experts.length > LISTED ? `<p class="soft">${experts.length - LISTED} more have less weight.</p>` : ''
  return `<section><h2>Experts</h2><p class="soft">Weight over the last quarter of the run.</p><div class="scroll" tabindex="0" role="region" aria-label="Experts"><table><thead><tr><th scope="col">expert</th><th scope="col" class="n">weight</th><th scope="col" class="n">mean loss</th><th scope="col" class="n">failures</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${left}</section>`
}

export function columnsNote({ columns }: RunSummary): string {
  const list = (names: readonly string[]): string => names.map(escapeHtml).join(', ') || 'none'
  const filled = Object.entries(columns.filled ?? {}).map(([name, count]) => `${name} (${count})`)
  return `<section><h2>Columns</h2><p>Target: ${escapeHtml(columns.target)}. Used: ${list(columns.used)}. Ignored: ${list(columns.ignored)}.${filled.length > 0 ? ` Gaps filled: ${list(filled)}.` : ''}</p></section>`
}

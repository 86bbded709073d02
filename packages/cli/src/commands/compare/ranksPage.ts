import { criticalDifference, themed } from '@credence/charts'
import { documentOf, html } from '@credence/charts/page'
import { YARDSTICK_NAMES } from '@credence/report'
import { digits } from '../../base/words.ts'
import type { RankedComparison } from './over.ts'

const STYLE = `svg { display: block; width: 100%; height: auto; } .narrow { display: none; } section { margin-top: var(--s6); }
@media (max-width: 640px) { .wide { display: none; } .narrow { display: block; } }
`

/** Ranks over data sets as a page: what was found in one sentence, the diagram, losses and pairs. */
export function ranksPage(found: RankedComparison): string {
  const { names, ranks, friedman, dataSets, by, losses, pairs, seeds } = found
  const best = ranks.indexOf(Math.min(...ranks))
  const p = friedman.p < 0.001 ? 'below 0.001' : digits(friedman.p)
  const title =
    friedman.p < 0.05
      ? `${names[best]} has the best average rank, and the learners differ (Friedman p ${p})`
      : `No difference is shown over ${dataSets} data sets (Friedman p ${p})`
  const lossRows = losses.map((row) => [row.data, ...row.losses.map((loss) => digits(loss))])
  const pairRows = pairs.map(({ a, b, wins, adjusted, probability: [first, alike, second] }) => [
    `${a} and ${b}`,
    `${wins[0]} and ${wins[1]}`,
    digits(adjusted),
    ...[first, alike, second].map((share) => `${Math.round(100 * share)} %`),
  ])
  const body = `<h1>${html(title)}.</h1>
<p class="lede">By ${html(YARDSTICK_NAMES[by])} on ${dataSets} data sets${seeds > 1 ? `, the mean over ${seeds} seeds` : ''}. Friedman’s test is by permutation.</p>
<section><h2>Average ranks; a bar joins those that are not told apart</h2>
<p class="cap">Nemenyi’s test at 5 %: ranks nearer than ${found.criticalDifference.toFixed(2)}. 1 is best.</p>
<div class="wide">${diagram(found, 760)}</div><div class="narrow">${diagram(found, 380)}</div></section>
<section><h2>Losses</h2>${table(['', ...names], lossRows)}</section>
<section><h2>Pairs</h2>
<p class="cap">Data sets on which each is better; Wilcoxon’s exact test, corrected by Holm; and by the Bayesian signed-rank test the probability that the first is better, that both are alike within 1 %, and that the second is better.</p>
${table(['', 'better on', 'Wilcoxon–Holm p', 'first', 'alike', 'second'], pairRows)}</section>`
  return documentOf(title, names.join(', '), STYLE, body)
}

export function diagram(
  { names, ranks, criticalDifference: difference }: RankedComparison,
  width: number,
): string {
  const description = `Average ranks: ${names.map((name, i) => `${name} ${ranks[i]?.toFixed(2)}`).join(', ')}`
  return themed(criticalDifference({ names, ranks, difference, width, description }))
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((name, i) => `<th scope="col"${i > 0 ? ' class="r"' : ''}>${html(name)}</th>`)
  const body = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${html(first)}</th>${rest.map((cell) => `<td class="r">${html(cell)}</td>`).join('')}</tr>`,
  )
  return `<div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`
}

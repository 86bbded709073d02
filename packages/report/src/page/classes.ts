import { percentage } from '@credence/charts/page'
import type { RunSummary } from '../summary.ts'
import { escapeHtml, finding } from './html.ts'

/** Which class is taken for which, and how often each is found. */
export function classSections({ confusion }: RunSummary): string {
  if (!confusion || confusion.names.length > 12) return ''
  return confusionTable(confusion) + foundTable(confusion) + sizesTable(confusion)
}

type Confusion = NonNullable<RunSummary['confusion']>

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
    confusionTitle({ names, counts }),
    'Each row is an outcome; shares of the row, and rows.',
    table,
  )
}

function heat(share: number): number {
  if (share < 0.02) return 0
  return share < 0.1 ? 1 : share < 0.3 ? 2 : share < 0.55 ? 3 : 4
}

function confusionTitle({ names, counts }: Pick<Confusion, 'names' | 'counts'>): string {
  let worst = { share: 0, text: 'No class is taken for another' }
  counts.forEach((row, i) => {
    const total = row.reduce((sum, count) => sum + count, 0)
    row.forEach((count, j) => {
      const share = total === 0 ? 0 : count / total
      if (i !== j && share > worst.share)
        worst = { share, text: `“${names[i]}” is taken for “${names[j]}” ${percentage(share)} of the time` }
    })
  })
  return worst.text
}

function foundTable({ names, counts }: Confusion): string {
  const each = names.map((name, i) => {
    const came = counts[i].reduce((sum, count) => sum + count, 0)
    const said = counts.reduce((sum, row) => sum + row[i], 0)
    return {
      name,
      came,
      said,
      found: came === 0 ? null : counts[i][i] / came,
      right: said === 0 ? null : counts[i][i] / said,
    }
  })
  const judged = each.filter(({ found }) => found !== null).sort((a, b) => (a.found ?? 0) - (b.found ?? 0))
  const least = judged[0]
  const title = least
    ? `“${least.name}” is found least often, ${percentage(least.found)}`
    : 'How often each class is found'
  const rows = judged.map(
    ({ name, came, said, found, right }) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td class="r">${percentage(found)}</td><td class="r">${came.toLocaleString('en')}</td><td class="r">${percentage(right)}</td><td class="r">${said.toLocaleString('en')}</td></tr>`,
  )
  const table = `<div class="scroll" tabindex="0" role="region" aria-label="How often each class is found"><table><thead><tr><th scope="col">class</th><th scope="col" class="r">found</th><th scope="col" class="r">outcomes</th><th scope="col" class="r">right</th><th scope="col" class="r">forecasts</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return finding(
    title,
    'Found: share of its outcomes that were forecast (recall). Right: share of its forecasts that came true (precision).',
    table,
  )
}

function sizesTable({ sizes }: Confusion): string {
  if (sizes.length === 0) return ''
  const all = sizes.reduce((sum, { sets }) => sum + sets, 0)
  const largest = [...sizes].sort((a, b) => b.sets - a.sets)[0]
  const rows = sizes.map(
    ({ size, sets, held }) =>
      `<tr><th scope="row">${size} ${size === 1 ? 'label' : 'labels'}</th><td class="r">${sets / all < 0.01 ? 'under 1 %' : percentage(sets / all)}</td><td class="r">${sets.toLocaleString('en')}</td><td class="r">${percentage(held / sets)}</td></tr>`,
  )
  const table = `<div class="scroll" tabindex="0" role="region" aria-label="Sets by size"><table><thead><tr><th scope="col">set</th><th scope="col" class="r">share</th><th scope="col" class="r">rows</th><th scope="col" class="r">held the outcome</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return finding(
    `Most sets hold ${largest.size} ${largest.size === 1 ? 'label' : 'labels'}`,
    'Sets by the number of labels in them, and how often they held the outcome.',
    table,
  )
}

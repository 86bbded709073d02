import type { GroupSummary } from '../groups.ts'
import type { RunSummary } from '../summary.ts'
import { percent } from './charts.ts'
import { digits, escapeHtml } from './sections.ts'

/** Groups that are listed; the others have fewer rows. */
const LISTED = 40
/** Of a bar, in units of its picture. */
const WIDTH = 200
const HEIGHT = 20

/** How the rows of each group fared: a table, with a picture of the coverage in each line. */
export function groupsSection({ groups, intervals, probabilities }: RunSummary): string {
  if (!groups || groups.each.length < 2) return ''
  const asked = intervals?.asked
  const error = probabilities ? 'share of wrong labels' : 'mean absolute error'
  const lowest = Math.min(1, ...groups.each.slice(0, LISTED).map(({ confidence }) => confidence[0]))
  const rows = groups.each.slice(0, LISTED).map((group) => {
    const coverage =
      asked === undefined || group.covered === null
        ? ''
        : `<td class="n">${percent(group.covered)}</td><td>${bar(group, asked, lowest)}</td><td class="n">${digits(group.meanWidth)}</td>`
    return `<tr><th scope="row">${escapeHtml(group.name || '(empty)')}</th><td class="n">${group.rounds.toLocaleString('en')}</td>${coverage}<td class="n">${digits(group.meanAbsolute)}</td></tr>`
  })
  const heads =
    asked === undefined
      ? ''
      : '<th scope="col" class="n">coverage</th><th scope="col">surely within</th><th scope="col" class="n">mean width</th>'
  const says =
    asked === undefined
      ? `Each group’s ${error}.`
      : `Coverage of each group, of ${percent(asked)} asked for (dashed). The bars hold in all groups at once, and at all rounds, with probability 95 %: a bar that does not reach the dashed line is surely off.`
  const left =
    groups.each.length > LISTED
      ? ` ${groups.each.length - LISTED} groups with fewer rows are not listed.`
      : ''
  return `<section><h2>${probabilities ? 'Labels' : 'Intervals'} by ${escapeHtml(groups.by)}</h2><p class="soft">${says}${left}</p><div class="scroll" tabindex="0" role="region" aria-label="Groups"><table><thead><tr><th scope="col">${escapeHtml(groups.by)}</th><th scope="col" class="n">rows</th>${heads}<th scope="col" class="n">${error}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

function bar({ covered, confidence }: GroupSummary, asked: number, lowest: number): string {
  const from = Math.min(lowest, asked) - 0.02
  const x = (share: number): string => ((WIDTH * (share - from)) / (1.02 - from)).toFixed(1)
  const [least, greatest] = confidence
  const isOff = asked < least || asked > greatest
  const colour = isOff ? 'var(--bad)' : 'var(--own)'
  const middle = HEIGHT / 2
  return `<svg role="img" aria-label="surely within ${percent(least)} and ${percent(greatest)}" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><line x1="${x(asked)}" x2="${x(asked)}" y1="0" y2="${HEIGHT}" stroke="var(--target)" stroke-dasharray="3 3"/><line x1="${x(least)}" x2="${x(greatest)}" y1="${middle}" y2="${middle}" stroke="${colour}" stroke-width="3"/><circle cx="${x(covered ?? 0)}" cy="${middle}" r="4" fill="${colour}"/></svg>`
}

import { amount, percentage } from '@credence/charts/page'
import type { GroupSummary } from '../groups.ts'
import type { RunSummary } from '../summary.ts'
import { escapeHtml, finding, tableOf } from './html.ts'

/** Groups that are listed: those with the most rows. */
const LISTED = 30
const WIDTH = 160
const HEIGHT = 18

/** Coverage and error of each group, with what so many rows can tell. */
export function groupsSection({ groups, intervals, probabilities }: RunSummary): string {
  if (!groups || groups.each.length < 2) return ''
  const asked = intervals?.asked
  const shown = groups.each.slice(0, LISTED)
  const lowest = Math.min(1, ...shown.map(({ confidence }) => confidence[0]))
  const error = probabilities ? 'Wrong labels' : 'Mean absolute error'
  const heads = [
    escapeHtml(groups.by),
    'Rows',
    ...(asked === undefined ? [] : ['Covered', '95\u202f% sure', 'Mean width']),
    error,
  ]
  const rows = shown.map((group) => [
    escapeHtml(group.name || '(empty)'),
    group.rounds.toLocaleString('en'),
    ...(asked === undefined
      ? []
      : [percentage(group.covered, 1), bar(group, asked, lowest), amount(group.meanWidth)]),
    probabilities ? percentage(group.meanAbsolute, 1) : amount(group.meanAbsolute),
  ])
  const left =
    groups.each.length > LISTED
      ? ` ${groups.each.length - LISTED} groups with fewer rows are not listed.`
      : ''
  const says =
    asked === undefined
      ? 'Wrong labels by group.'
      : `Coverage by group. The bars hold in all groups and at all rounds at once with probability 95\u202f%; the thin line is the ${percentage(asked)} asked for.`
  return finding(
    `By ${groups.by}: ${found(shown, asked)}`,
    `${says}${left}`,
    tableOf('Groups', heads, rows, asked === undefined ? [1, 2] : [1, 2, 4, 5]),
  )
}

/** The group that fares worst, in words. */
function found(groups: readonly GroupSummary[], asked: number | undefined): string {
  if (asked === undefined) {
    const most = groups.reduce((a, b) => ((b.meanAbsolute ?? 0) > (a.meanAbsolute ?? 0) ? b : a))
    return `“${most.name}” is wrong most often, ${percentage(most.meanAbsolute)}`
  }
  const least = groups.reduce((a, b) => ((b.covered ?? 1) < (a.covered ?? 1) ? b : a))
  return `intervals of “${least.name}” held least, ${percentage(least.covered, 1)}`
}

function bar({ covered, confidence }: GroupSummary, asked: number, lowest: number): string {
  const from = Math.min(lowest, asked) - 0.02
  const x = (share: number): string => ((WIDTH * (share - from)) / (1.02 - from)).toFixed(1)
  const [least, greatest] = confidence
  const off = asked < least || asked > greatest
  const colour = off ? 'var(--alert)' : 'var(--forecast)'
  const middle = HEIGHT / 2
  return `<svg role="img" aria-label="between ${percentage(least, 1)} and ${percentage(greatest, 1)}" viewBox="0 0 ${WIDTH} ${HEIGHT}" style="width:${WIDTH}px"><line class="asked" x1="${x(asked)}" x2="${x(asked)}" y1="0" y2="${HEIGHT}"/><line x1="${x(least)}" x2="${x(greatest)}" y1="${middle}" y2="${middle}" stroke="${colour}" stroke-width="3"/><circle cx="${x(covered ?? 0)}" cy="${middle}" r="4" fill="${colour}"/></svg>${off ? ' ▲' : ''}`
}

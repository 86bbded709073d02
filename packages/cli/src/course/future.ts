import type { RowLearner, RowLearners } from '@credence/recipe'
import type { Future, KeysSummary } from '@credence/report'
import type { AutoLearner } from 'credence'
import { spacingOf, usualSteps } from 'credence/paths'
import { keyOfName } from '../input/findBy.ts'

/**
 * The rows after the last outcome, as far as people usually look ahead; undefined where rows are no regular series.
 *
 * @param times of the last rows; null where one has none
 */
export function futureOf(learner: object, times: readonly (number | null)[]): Future | undefined {
  if (!isAuto(learner) || learner.state.task !== 'regression') return undefined
  const known = times.filter((time) => time !== null)
  const spacing = known.length === times.length ? spacingOf(known) : undefined
  if (!spacing) return undefined
  const { steps, times: ahead } = learner.path(usualSteps(spacing))
  if (steps.some(({ lower, upper }) => !Number.isFinite(upper - lower))) return undefined
  const column = (read: (step: (typeof steps)[number]) => number): number[] => steps.map(read)
  return {
    time: ahead ?? steps.map(() => null),
    mean: column(({ mean }) => mean),
    lower: column(({ lower }) => lower),
    upper: column(({ upper }) => upper),
    innerLower: column((step) => step.quantile(0.25)),
    innerUpper: column((step) => step.quantile(0.75)),
  }
}

/** Series whose next rows are forecast for a page: the worst. Each takes some milliseconds. */
const MOST_AHEAD = 200

/** The pictures of many series, with the rows that come next in each. */
export function picturesAhead(session: RowLearner | RowLearners, keys: KeysSummary): KeysSummary {
  if (!('learnerOf' in session)) return keys
  const pictures = keys.pictures.map((picture, i) => {
    const key = i < MOST_AHEAD ? keyOfName(keys.each[i]?.name ?? '', keys.by.length) : undefined
    // The last row has no outcome: what comes next was forecast already.
    if (key === undefined || picture.y.at(-1) === null) return picture
    return { ...picture, future: futureOf(session.learnerOf(key), picture.time) }
  })
  return { ...keys, pictures }
}

function isAuto(learner: object): learner is AutoLearner {
  return 'path' in learner && 'coming' in learner
}

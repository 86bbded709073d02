import type { RunSummary } from './summary.ts'

/** Something that the user should know, and what to do about it. */
export interface Warning {
  readonly code: 'coverage' | 'group' | 'naive' | 'edge' | 'failing' | 'ignored' | 'probabilities' | 'skipped'
  readonly message: string
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const digits = (value: number): string => String(Number(value.toPrecision(4)))

type Facts = Omit<RunSummary, 'warnings' | 'series'>

/** All that is wrong with a run. Worst first. */
export function warningsOf(facts: Facts): Warning[] {
  return [coverage, groups, naive, probabilities, edges, failing, skipped, ignored].flatMap((look) =>
    look(facts),
  )
}

function coverage({ intervals }: Facts): Warning[] {
  if (!intervals) return []
  const { asked, covered, confidence } = intervals
  if (confidence[0] <= asked && asked <= confidence[1]) return []
  const said = `the intervals cover ${percent(covered)}, not ${percent(asked)}: surely more than chance, which allows ${percent(confidence[0])} to ${percent(confidence[1])}`
  const way =
    covered < asked
      ? 'calibrate them: give this forecast to a conformal recipe, such as bayes-dtaci'
      : 'they are wider than needed: look at the smallest learning rates'
  return [{ code: 'coverage', message: `${said}; ${way}` }]
}

function groups({ groups: found, intervals }: Facts): Warning[] {
  if (!found || !intervals || found.each.length < 2) return []
  const { asked } = intervals
  const low = found.each.filter(({ confidence }) => confidence[1] < asked)
  if (low.length === 0) return []
  const [worst] = [...low].sort((a, b) => (a.covered ?? 1) - (b.covered ?? 1))
  const others = low.length > 1 ? `, and ${low.length - 1} more groups` : ''
  return [
    {
      code: 'group',
      message: `where ${found.by} is ${JSON.stringify(worst.name)} the intervals cover ${percent(worst.covered ?? 0)}, surely less than ${percent(asked)}${others}: run such groups by themselves, so that each has intervals of its own`,
    },
  ]
}

function naive({ errors }: Facts): Warning[] {
  if (!errors) return []
  const { own = Infinity, ...others } = errors.meanAbsolute
  const better = Object.entries(others).filter(([, error]) => (error as number) < own)
  if (better.length === 0) return []
  better.sort((a, b) => (a[1] as number) - (b[1] as number))
  const [who, error] = better[0] as [keyof typeof NAIVE, number]
  return [
    {
      code: 'naive',
      message: `worse than ${NAIVE[who]}: mean absolute error ${digits(own)} against ${digits(error)}; past values of the target as columns, or other features, may help`,
    },
  ]
}

const NAIVE = {
  last: 'repeating the last value',
  mean: 'the mean so far',
  seasonal: 'repeating the value of a season ago',
} as const

function probabilities({ probabilities }: Facts): Warning[] {
  if (!probabilities || probabilities.brier <= probabilities.naiveBrier) return []
  const { brier, naiveBrier } = probabilities
  return [
    {
      code: 'probabilities',
      message: `the probabilities are worse than the frequency so far: Brier score ${digits(brier)} against ${digits(naiveBrier)}; logistic loss makes a margin a probability, and larger scales learn faster`,
    },
  ]
}

function edges({ axes }: Facts): Warning[] {
  return axes.flatMap(({ axis, edge, values }) => {
    if (edge === undefined) return []
    const end = values[edge === 'lowest' ? 0 : values.length - 1]
    return [
      {
        code: 'edge' as const,
        message: `nearly all weight is on the ${edge} ${axis}, ${end.value}: let the grid go on ${edge === 'lowest' ? 'below' : 'beyond'} it`,
      },
    ]
  })
}

function failing({ experts, outcomes }: Facts): Warning[] {
  const failed = experts.filter(({ failures }) => failures > 0)
  if (failed.length === 0) return []
  const [first] = failed
  const more = failed.length > 1 ? ` and ${failed.length - 1} more experts` : ''
  return [
    {
      code: 'failing',
      message: `${first.name}${more} failed in ${first.failures} of ${outcomes} rounds: its settings are too bold for these data`,
    },
  ]
}

function skipped({ skippedRows }: Facts): Warning[] {
  return skippedRows === 0 ? [] : [{ code: 'skipped', message: `${skippedRows} bad rows were skipped` }]
}

function ignored({ columns }: Facts): Warning[] {
  if (columns.ignored.length === 0) return []
  const named = columns.ignored.slice(0, 5).map((name) => JSON.stringify(name))
  const more = columns.ignored.length > 5 ? `, and ${columns.ignored.length - 5} more` : ''
  return [
    {
      code: 'ignored',
      message: `columns not used: ${named.join(', ')}${more}; name the ones to use in "features"`,
    },
  ]
}

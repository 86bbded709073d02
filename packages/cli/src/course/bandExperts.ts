import type { ExpertSettings } from '@credence/report'

/** What a conformal learner says of its first band: experts that are rules, or memories of past errors. */
interface Band {
  readonly sides?: readonly { readonly rules: readonly { readonly experts?: readonly ExpertSettings[] }[] }[]
  readonly sizes?: readonly number[]
  readonly periods?: readonly number[]
  readonly ends?: number
}

/** In which order the ends come. */
const ENDS = ['upper', 'lower'] as const

/** The settings of the experts of a conformal learner, if its description lists as many. */
export function bandExperts(description: unknown, count: number): ExpertSettings[] | undefined {
  const [band] = (description as { readonly bands?: readonly Band[] } | undefined)?.bands ?? []
  const experts = band?.sides ? ofRules(band.sides) : band?.sizes ? ofMemories(band, count) : []
  return experts.length === count ? experts : undefined
}

function ofRules(sides: NonNullable<Band['sides']>): ExpertSettings[] {
  return sides.flatMap(({ rules }, i) => {
    const end = sides.length > 1 ? { end: ENDS[i] } : {}
    return rules.flatMap(({ experts = [] }) => experts.map((expert) => ({ ...end, ...expert })))
  })
}

/** For each end, the memories of sizes of errors, then those of errors with their sign; in each the last rows, then seasons. */
function ofMemories({ sizes = [], periods = [], ends = 1 }: Band, count: number): ExpertSettings[] {
  const kinds = ends > 1 ? [{ errors: 'by size' }, { errors: 'with sign' }] : [{}]
  const phases = periods.length === 0 ? 0 : (count / (ends * kinds.length) - sizes.length) / periods.length
  if (!Number.isInteger(phases) || phases < 0) return []
  const seasons = periods.flatMap((period) =>
    Array.from({ length: phases }, (_, i) => ({ memory: `season of ${period}, ${i + 1}` })),
  )
  const memories = [...sizes.map((memory) => ({ memory })), ...seasons]
  return ENDS.slice(0, ends).flatMap((end) =>
    kinds.flatMap((kind) => memories.map((memory) => ({ ...(ends > 1 ? { end } : {}), ...memory, ...kind }))),
  )
}

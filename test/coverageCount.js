/**
 * Counts how often the intervals of a program cover: of every conformal model, `auto` and fleet that it makes.
 *
 * @param parts the classes, whose methods are watched from now on
 * @returns the counts, live: one for each calibrator, level and group
 */
export function countCoverage({ ConformalModel, AutoModel, Fleet }) {
  const counts = new Map()
  let last = new Map()
  /** @param fresh whether this is the owner's first round; if not, it goes on from a save of the owner before it */
  const count = (owner, name, asked, covered, fresh = true) => {
    if (!counts.has(owner)) counts.set(owner, fresh ? new Map() : last)
    const own = counts.get(owner)
    last = own
    if (!own.has(name)) own.set(name, { name, asked, rounds: 0, covered: 0 })
    const tally = own.get(name)
    tally.rounds++
    if (covered) tally.covered++
  }

  watch(ConformalModel, 'settle', (model, [, issued], round) => {
    const group = issued.group === null ? '' : ` of ${issued.group}`
    round.levels.forEach(({ coverage }, i) => {
      const name = `${model.description.conformity} at ${coverage}${group}`
      count(model, name, coverage, round.coveredAt[i], round.round === 1)
    })
  })
  for (const method of ['learn', 'settle']) {
    watch(AutoModel, method, (model, _given, { lower, covered }) => {
      if (!Number.isNaN(lower)) count(model, 'auto', model.plan.coverage, covered)
    })
  }
  const open = new WeakMap()
  watch(Fleet, 'predictAll', (fleet, [, lower, upper]) => {
    open.set(fleet, { lower: lower.slice(), upper: upper.slice() })
  })
  watch(Fleet, 'learnAll', (fleet, [outcomes]) => {
    const { lower, upper } = open.get(fleet)
    Array.from(outcomes).forEach((y, i) => {
      const covered = lower[i] <= y && y <= upper[i]
      if (!Number.isNaN(y)) count(fleet, `series ${i} of a fleet`, fleet.coverage, covered)
    })
  })
  return () => [...new Set(counts.values())].flatMap((own) => [...own.values()])
}

/** Calls `see` after each call of a method. */
function watch(Class, name, see) {
  const method = Class.prototype[name]
  Class.prototype[name] = function (...given) {
    const result = method.apply(this, given)
    see(this, given, result)
    return result
  }
}

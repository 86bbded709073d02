/** Scores of paths from one series, at some origins: errors over those of a season ago, interval score, coverage. */

/** Steps whose coverage is told together, and the last step of each. */
export const BUCKETS = { 1: 1, '2–4': 4, '5–8': 8, '9+': Infinity }
const COVERAGE = 0.9

/** Mean absolute and mean squared change over a season, before the first origin that is scored. */
export function unitsOf(y, season, start) {
  const changes = y.slice(season, start).map((value, i) => value - y[i])
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length
  return { absolute: mean(changes.map(Math.abs)), square: mean(changes.map((e) => e * e)) }
}

/**
 * `pathAt(origin)` returns { mean, median, lower, upper } with a list for each, and the total's { lower, upper }; what it
 * does not have is not scored.
 */
export function scorePaths(pathAt, y, origins, steps, units) {
  const sums = { absolute: 0, median: 0, square: 0, score: 0, count: 0, intervals: 0 }
  const buckets = Object.fromEntries(Object.keys(BUCKETS).map((name) => [name, { hits: 0, count: 0 }]))
  const total = { hits: 0, count: 0 }
  for (const origin of origins) {
    const path = pathAt(origin)
    for (let k = 0; k < steps; k++) {
      const error = y[origin + k] - path.mean[k]
      sums.absolute += Math.abs(error)
      sums.median += Math.abs(y[origin + k] - (path.median ?? path.mean)[k])
      sums.square += error * error
      sums.count++
      if (path.lower) scoreInterval(path.lower[k], path.upper[k], y[origin + k], k + 1, sums, buckets)
    }
    if (path.total) {
      const sum = y.slice(origin, origin + steps).reduce((a, b) => a + b, 0)
      total.hits += path.total.lower <= sum && sum <= path.total.upper ? 1 : 0
      total.count++
    }
  }
  const share = ({ hits, count }) => (count > 0 ? hits / count : Number.NaN)
  return {
    mase: sums.absolute / sums.count / units.absolute,
    medianMase: sums.median / sums.count / units.absolute,
    rmsse: Math.sqrt(sums.square / sums.count / units.square),
    score: sums.intervals > 0 ? sums.score / sums.intervals / units.absolute : Number.NaN,
    coverage: Object.fromEntries(Object.entries(buckets).map(([name, bucket]) => [name, share(bucket)])),
    total: share(total),
  }
}

function scoreInterval(lower, upper, y, step, sums, buckets) {
  const outside = Math.max(0, lower - y, y - upper)
  sums.score += upper - lower + (2 / (1 - COVERAGE)) * outside
  sums.intervals++
  const [name] = Object.entries(BUCKETS).find(([, last]) => step <= last)
  buckets[name].hits += outside === 0 ? 1 : 0
  buckets[name].count++
}

export function geometricMean(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

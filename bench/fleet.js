import { absoluteResidual, conformal, fleet } from 'credence/conformal'
import { normal, seededRng } from 'credence/random'

/**
 * Very many calibrators in one process: microseconds of processor time a series-round of `predictAll` and `learnAll`,
 * and bytes of a save; beside them one calibrator on its own, inside its learner.
 */
const counts = process.argv[2] ? [Number(process.argv[2])] : [1000, 100_000]
const ticks = Number(process.argv[3] ?? 12)
/** Series that are brought to full memories by 420 rounds of their own; larger fleets are copies of their saves. */
const WARM = 1000

function cpu(work) {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** Plays rounds; returns what `predictAll` and `learnAll` took in each. */
function play(all, rng, rounds) {
  const series = all.size
  const forecasts = new Float64Array(series)
  const lower = new Float64Array(series)
  const upper = new Float64Array(series)
  const outcomes = new Float64Array(series)
  return Array.from({ length: rounds }, () => {
    for (let i = 0; i < series; i++) outcomes[i] = normal(rng)
    const predicting = cpu(() => all.predictAll(forecasts, lower, upper))
    return [predicting / series, cpu(() => all.learnAll(outcomes)) / series]
  })
}

function warmed(ends, rng) {
  const all = fleet({ ends })
  for (let i = 0; i < WARM; i++) all.add(`series ${i}`)
  play(all, rng, 420)
  return all
}

/** So many series, each with arrays of its own: two of the same origin part in the first round. */
function copies(ends, series, rng) {
  const origin = warmed(ends, rng)
  if (series === WARM) return origin
  const saves = origin.keys.map((key) => origin.save(key))
  const all = fleet({ ends })
  for (let i = 0; i < series; i++) all.restore(saves[i % WARM], `series ${i}`)
  return all
}

for (const series of counts) {
  for (const ends of ['apart', 'together']) {
    const rng = seededRng(1)
    const own = copies(ends, series, rng)
    const times = play(own, rng, series === WARM ? 10 * ticks : ticks)
    const least = (j) => Math.min(...times.map((pair) => pair[j]))
    const sums = times.map(([predicting, learning]) => predicting + learning).sort((a, b) => a - b)
    const states = own.save().length / (128 * Math.ceil(series / 128))
    console.log(
      `${series} series, ends ${ends}: predictAll ${least(0).toFixed(2)} + learnAll ${least(1).toFixed(2)} = ` +
        `${sums[0].toFixed(2)} µs a series-round at best, ${sums[sums.length >> 1].toFixed(2)} in the median; ` +
        `${states.toFixed(0)} bytes a row saved`,
    )
  }
}

for (const [name, options] of [
  ['two ends, without diagnostics', { diagnostics: false }],
  ['two ends, with diagnostics', {}],
  ['one end, with diagnostics', { conformity: absoluteResidual }],
]) {
  const rng = seededRng(2)
  const learner = conformal(options)
  let best = Infinity
  for (let pass = 0; pass < 12; pass++) {
    const time = cpu(() => {
      for (let t = 0; t < 20_000; t++) {
        learner.predict(0)
        learner.learn(normal(rng))
      }
    })
    best = Math.min(best, time / 20_000)
  }
  console.log(
    `one series, ${name}: predict + learn ${best.toFixed(2)} µs; ${learner.save().length} bytes saved`,
  )
}

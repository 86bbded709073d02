import { conformal, fleet } from 'credence/conformal'
import { normal, seededRng } from 'credence/random'

/**
 * Very many calibrators in one process: microseconds of processor time a series-round of `predictAll` and `learnAll`,
 * and bytes a series; beside them one calibrator on its own, inside its learner.
 */
const series = Number(process.argv[2] ?? 100_000)
const ticks = Number(process.argv[3] ?? 6)

function cpu(work) {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

for (const ends of ['apart', 'together']) {
  const rng = seededRng(1)
  const before = process.memoryUsage()
  const own = fleet({ ends })
  own.add(...Array.from({ length: Math.min(series, 50_000) }, (_, i) => `series ${i}`))
  for (let i = 50_000; i < series; i++) own.add(`series ${i}`)
  const forecasts = new Float64Array(series)
  const lower = new Float64Array(series)
  const upper = new Float64Array(series)
  const outcomes = new Float64Array(series)
  const tick = () => {
    for (let i = 0; i < series; i++) outcomes[i] = normal(rng)
    const predicting = cpu(() => own.predictAll(forecasts, lower, upper))
    return [predicting, cpu(() => own.learnAll(outcomes))]
  }
  // Full memories before anything is measured: 420 rounds.
  for (let t = 0; t < 420; t++) tick()
  const times = Array.from({ length: ticks }, tick)
  const least = (j) => Math.min(...times.map((pair) => pair[j])) / series
  const after = process.memoryUsage()
  const bytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / series
  const states = own.save().length / series
  console.log(
    `${series} series, ends ${ends}: predictAll ${least(0).toFixed(2)} + learnAll ${least(1).toFixed(2)} = ` +
      `${(least(0) + least(1)).toFixed(2)} µs a series-round; ${bytes.toFixed(0)} bytes a series in memory, ${states.toFixed(0)} saved`,
  )
}

for (const [name, options] of [
  ['two ends, without diagnostics', { diagnostics: false }],
  ['two ends, with diagnostics', {}],
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

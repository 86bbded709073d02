// node examples/series-ahead.js: a path of 24 hours ahead, with an interval for each hour that keeps covering.
import { normal, seededRng } from 'credence'
import { horizons } from 'credence/conformal'

const rng = seededRng(5)
const load = (hour) => 500 + 80 * Math.sin((Math.PI * hour) / 12) + 10 * normal(rng)
const past = Array.from({ length: 24 }, (_, hour) => load(hour))
const paths = horizons({ steps: 24, coverage: 0.9, period: 24 })
let band
for (let origin = 24; origin < 24 * 100; origin++) {
  const path = past.slice(-24) // your forecaster: here «as yesterday»
  band = paths.predict(path, { id: origin })
  past.push(load(origin)) // the hour passes, and answers one step of each path that reaches it
  for (let step = 1; step <= Math.min(24, origin - 23); step++) {
    paths.learn({ id: origin - step + 1, step, y: past[origin] })
  }
}
for (const step of [1, 12, 24]) {
  const { lower, upper } = band[step - 1]
  const { coverage } = paths.stepCoverages[step - 1]
  console.log(
    `in ${step} h: ${lower.toFixed(0)} to ${upper.toFixed(0)}; covered ${(100 * coverage).toFixed(1)} % so far`,
  )
}

//> in 1 h: 479 to 525; covered 90.1 % so far
//> in 12 h: 534 to 583; covered 90.2 % so far
//> in 24 h: 443 to 491; covered 90.3 % so far

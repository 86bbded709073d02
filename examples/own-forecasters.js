// node examples/own-forecasters.js: forecasters of your own, and one forecast that is never much worse than the best of them.
import { aggregate, boa, external, gradient, squared } from 'credence'

const names = ['yesterday', 'last week', 'vendor']
const learner = aggregate({
  experts: external({ columns: names }),
  loss: squared,
  score: gradient, // competes with the best fixed combination, not only with the best forecaster
  meta: boa(),
})
const sold = (day) => 100 + (day % 7 > 4 ? 20 : 0) + 0.1 * day + 5 * Math.sin(37 * day)
const errors = [0, 0, 0, 0]
for (let day = 7; day < 400; day++) {
  const silent = day % 30 === 0 // NaN: this forecaster sleeps today
  const forecasts = [sold(day - 1), sold(day - 7), silent ? Number.NaN : sold(day) + 8 * Math.cos(11 * day)]
  const { mean } = learner.predict(forecasts)
  ;[...forecasts, mean].forEach((forecast, k) => {
    if (!Number.isNaN(forecast)) errors[k] += (forecast - sold(day)) ** 2
  })
  learner.learn(forecasts, sold(day))
}
;[...names, 'combined'].forEach((name, k) => {
  console.log(name.padEnd(10), Math.sqrt(errors[k] / 393).toFixed(1))
})

//> yesterday  11.0
//> last week  4.6
//> vendor     5.6
//> combined   3.4

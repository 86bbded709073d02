// node examples/conformal.js: intervals around a naive forecaster, the mean of the last ten outcomes, while the noise changes its scale.
import { conformal, normal, seededRng } from 'credence'
import { dtaci } from 'credence/conformal'

const SCALES = [1, 1.8, 0.7, 1.4]
const LENGTH = 4000
const methods = {
  default: conformal({ coverage: 0.9 }),
  'DtACI on levels': conformal({ coverage: 0.9, method: dtaci({ space: 'level', memory: 500 }) }),
}
const hits = { default: [0, 0, 0, 0], 'DtACI on levels': [0, 0, 0, 0] }
const rng = seededRng(1)
const recent = []
SCALES.forEach((scale, regime) => {
  for (let t = 0; t < LENGTH; t++) {
    const forecast = recent.reduce((sum, value) => sum + value, 0) / Math.max(1, recent.length)
    const y = 1 + scale * normal(rng)
    for (const [name, intervals] of Object.entries(methods)) {
      intervals.predict(forecast)
      if (intervals.learn(y).covered) hits[name][regime]++
    }
    if (recent.push(y) > 10) recent.shift()
  }
})
for (const [name, counts] of Object.entries(hits)) {
  console.log(name.padEnd(16), ...counts.map((count) => (count / LENGTH).toFixed(3)))
}

//> default          0.901 0.900 0.900 0.900
//> DtACI on levels  0.900 0.900 0.897 0.902

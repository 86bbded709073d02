// node examples/quick-start.js: a stream that changes, and a learner that is told nothing about it.
import { auto, normal, seededRng } from 'credence'

const rng = seededRng(1)
const demand = auto()
let late = 0
for (let hour = 0; hour < 400; hour++) {
  const row = {
    time: new Date(Date.UTC(2026, 0, 1, hour)), // a time, words and gaps are fine
    weather: hour % 3 === 0 ? 'wet' : 'dry',
    wind: hour % 7 === 0 ? null : Math.sin(hour),
  }
  const { lower, upper } = demand.predict(row) // said before the outcome is seen
  const sold = 500 + 80 * Math.sin((Math.PI * hour) / 12) + (row.weather === 'wet' ? 40 : 0) + 9 * normal(rng)
  demand.learn(row, sold)
  if (hour >= 100 && lower <= sold && sold <= upper) late++
}
console.log(demand.columns.map(({ name, kind }) => `${name}: ${kind}`).join(', '))
console.log(`about ${10 * Math.round(late / 30)} % of the last 300 outcomes were inside; 90 % were asked for`)

//> time: time, weather: word, wind: number
//> about 90 % of the last 300 outcomes were inside; 90 % were asked for

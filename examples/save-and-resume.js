// node examples/save-and-resume.js: a learner that goes on bit for bit, and what becomes of saves that do not fit.
import { aggregate, conjugate, logDensity } from 'credence'

const options = { experts: conjugate({ noise: [0.5, 1, 2] }), loss: logDensity }
const learner = aggregate(options)
for (let t = 0; t < 100; t++) learner.learn([1, Math.sin(t)], 2 * Math.sin(t) + Math.cos(37 * t))
learner.predict([1, 0.5], { id: 'order 17' }) // still waits for its outcome: part of the save

const bytes = learner.save() // learner.save('json') is as exact
const again = aggregate(options).restore(bytes)
for (const one of [learner, again]) one.learn({ id: 'order 17', y: 1.2 })
console.log('same forecast:', learner.predict([1, 1]).mean === again.predict([1, 1]).mean)

for (const [what, attempt] of [
  ['a damaged save', () => aggregate(options).restore(bytes.map((byte, i) => (i === 200 ? byte ^ 1 : byte)))],
  [
    'another learner',
    () => aggregate({ ...options, experts: conjugate({ noise: [0.5, 1] }) }).restore(bytes),
  ],
]) {
  try {
    attempt()
  } catch (error) {
    console.log(`${what}: ${error.name}`)
  }
}

//> same forecast: true
//> a damaged save: ArgumentError
//> another learner: ArgumentError

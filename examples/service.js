// node examples/service.js: intervals around a forecaster in a Fastify service. Outcomes come late; a restart loses nothing.
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conformal, normal, seededRng } from 'credence'
import Fastify from 'fastify'

function service(file) {
  const intervals = conformal({ coverage: 0.9 })
  if (existsSync(file)) intervals.restore(readFileSync(file))
  const keep = () => {
    // the state is on disk before an answer is given
    writeFileSync(`${file}.new`, intervals.save())
    renameSync(`${file}.new`, file) // a crash leaves the old save or the new one, never half of one
  }
  const app = Fastify()
  app.post('/predict', async ({ body: { id, forecast } }) => {
    const { lower, upper } = intervals.predict(forecast, { id })
    keep()
    return { lower, upper } // JSON has no infinity: it becomes null
  })
  app.post('/learn', async ({ body: { id, y } }) => {
    const { covered } = intervals.learn({ id, y })
    keep()
    return { covered }
  })
  return app
}
const file = join(mkdtempSync(join(tmpdir(), 'service-')), 'intervals.save')
const ask = async (app, url, payload) => (await app.inject({ method: 'POST', url, payload })).json()
const rng = seededRng(5)
let app = service(file)
for (let day = 0; day < 350; day++) {
  if (day === 175) app = service(file) // another process starts where the first was killed
  await ask(app, '/predict', { id: `day ${day}`, forecast: 53 })
  if (day > 2) await ask(app, '/learn', { id: `day ${day - 3}`, y: 53 + 4 * normal(rng) })
}
console.log(await ask(app, '/predict', { id: 'today', forecast: 53 }))

//> { lower: 45.145795608239865, upper: 60.39909726487359 }

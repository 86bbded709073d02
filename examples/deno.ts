// deno run --allow-net examples/deno.ts: a service of intervals in Deno. In a project of yours: `deno add npm:credence`.
import { conformal } from 'credence'

const intervals = conformal({ coverage: 0.9 })
const server = Deno.serve({ port: 0, onListen() {} }, async (request) => {
  const body = await request.json()
  if (new URL(request.url).pathname === '/learn') return Response.json(intervals.learn(body).covered)
  const { lower, upper } = intervals.predict(body.forecast, { id: body.id })
  return Response.json({ lower, upper }) // what is infinite becomes null
})

const ask = async (path: string, body: unknown) => {
  const url = `http://localhost:${server.addr.port}${path}`
  return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()
}
for (let day = 0; day < 200; day++) {
  await ask('/predict', { id: day, forecast: 50 })
  await ask('/learn', { id: day, y: 50 + 4 * Math.sin(9 * day * day) })
}
const { lower, upper } = await ask('/predict', { id: 'today', forecast: 50 })
console.log(`${lower.toFixed(1)} to ${upper.toFixed(1)}`)
await server.shutdown()

//> 45.9 to 54.0

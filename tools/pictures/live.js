import { spawn } from 'node:child_process'
import { Client } from '@credence/client'
import { generator, STORES } from './data.js'

const MINUTES = 5 * 60_000
const ELSEWHERE = ['Genève', 'Locarno', 'Neuchâtel', 'Solothurn', 'Stans', 'Winterthur']
const SHOPS = STORES.filter((name) => !ELSEWHERE.includes(name))

/**
 * A service with the orders of some shops, five minutes apart; in two the noise grows, in one the level jumps and intervals follow.
 *
 * @param command the file of the command line
 * @param folder where it keeps its data
 */
export async function startLive(command, folder, port = 8731) {
  const url = `http://127.0.0.1:${port}`
  const args = [
    command,
    'serve',
    '--port',
    String(port),
    '--data',
    folder,
    '--history',
    '30d',
    '--log-level',
    'silent',
  ]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  // It asks again until the service is there.
  const client = new Client({ url, retries: 50 })
  await client.putModel('orders', { task: 'auto', target: 'orders' })
  const { normal } = generator(9)
  const rounds = 260
  const start = Math.floor(Date.now() / MINUTES) * MINUTES - rounds * MINUTES
  for (let n = 0; n < rounds; n++) {
    const events = SHOPS.flatMap((key, k) => {
      const noisy = (key === 'Luzern' && n > rounds - 45) || (key === 'Vevey' && n > rounds - 60)
      const noise = (noisy ? 9 : 2) * normal()
      const jump = key === 'Olten' && n > rounds - 30 ? 22 : 0
      const y = 40 + 3 * k + 10 * Math.sin(n / 40 + k) + 4 * Math.sin(n / 6 + k) + noise + jump
      const at = new Date(start + n * MINUTES).toISOString()
      return [{ model: 'orders', key, op: 'observe', at, y: Math.max(0, Math.round(y)) }]
    })
    await client.events(events)
  }
  return { url, stop: () => server.kill('SIGTERM') }
}

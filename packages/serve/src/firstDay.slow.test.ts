import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './testing/postgresServer.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'credence-first-day-'))
const secret = `whsec_${Buffer.from('a secret for one day alone').toString('base64')}`
const told: { readonly type: string; readonly alerts?: readonly { readonly key: string }[] }[] = []
let receiver: Server
let ports: Readonly<Record<string, string>>

const has = (program: string): boolean => spawnSync('which', [program]).status === 0
const tools = ['bash', 'openssl', 'curl', 'sqlite3']
const missing = tools.filter((tool) => !has(tool))
if (missing.length > 0) console.warn(`the first day is skipped: ${missing.join(', ')} not found`)
const proxied = has('nginx')
if (!proxied) console.warn('the first day goes without TLS: nginx not found')

/** Ports of this machine that are free, in the place of those that a page or file names. */
function moved(text: string): string {
  return text.replaceAll(/\b(8710|8720|8443)\b/g, (port) => ports[port] as string)
}

/** What the shell is given before the page begins. `npm` puts the program of this folder where it would install one. */
const preamble = `set -euo pipefail
trap 'kill $server 2> /dev/null || true; test -f nginx.pid && kill $(cat nginx.pid) || true' EXIT
server=
installed=0
npm() {
  installed=$((installed + 1))
  mkdir -p node_modules/.bin
  ln -sf ${JSON.stringify(join(root, 'packages/cli/bin/credence.js'))} node_modules/.bin/credence
  # The version before kept no history: this is how its database looked.
  if [ $installed = 2 ]; then for place in data data-before; do
    sqlite3 $place/credence.db 'drop table history; pragma user_version = 3'
  done; fi
  if [ $installed = 3 ]; then echo "schema $(sqlite3 data/credence.db 'pragma user_version')"; fi
}
`

/** The page as one script, and what it printed under each heading. */
async function follow(page: string): Promise<Map<string, string>> {
  const sections = page.split(/^## /m).slice(1)
  const script = sections.map((section) => {
    const [heading = ''] = section.split('\n')
    const code = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block)
    if (heading === 'TLS' && !proxied) return ''
    return [`echo; echo '## ${heading.replaceAll("'", '')}'`, ...code].join('\n')
  })
  writeFileSync(join(home, 'day.sh'), preamble + moved(script.join('\n')))
  const env = { ...process.env, REPOSITORY: join(home, 'repository'), CREDENCE_WEBHOOK_SECRET: secret }
  const shell = spawn('bash', ['day.sh'], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [printed, errors] = ['', '']
  shell.stdout.on('data', (text) => {
    printed += text
  })
  shell.stderr.on('data', (text) => {
    errors += text
  })
  const code = await new Promise((resolve) => shell.once('close', resolve))
  expect(code, `${printed}\n${errors}`).toBe(0)
  return new Map(
    printed
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part]),
  )
}

beforeAll(async () => {
  ports = Object.fromEntries(
    await Promise.all(['8710', '8720', '8443'].map(async (port) => [port, `${await freePort()}`])),
  )
  mkdirSync(join(home, 'repository/deploy'), { recursive: true })
  const proxy = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  writeFileSync(join(home, 'repository/deploy/nginx.conf'), moved(proxy))
  // A proxy that is started as root works as another user.
  chmodSync(home, 0o755)
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      told.push(new Webhook(secret).verify(Buffer.concat(parts).toString(), headers) as (typeof told)[number])
      response.writeHead(204).end()
    })
  }).listen(Number(ports['8720']), '127.0.0.1')
})
afterAll(() => {
  receiver?.close()
  rmSync(home, { recursive: true, force: true })
})

it.skipIf(missing.length > 0)(
  'a stranger gets through the first day by the page alone',
  async () => {
    const said = await follow(readFileSync(join(root, 'docs/first-day.md'), 'utf8'))
    expect(said.get('Tokens')).toMatch(/^boss\t.*until.*\nsensor\t.*demand.*\nscraper\t/m)
    expect(said.get('Start')).toContain('"taken":true')
    if (proxied) expect(said.get('TLS')).toContain('"ready"')
    // 200 lines are taken; of their repeats 64 of each key are answered as before.
    expect(said.get('A model and its traffic')).toMatch(/200\n72\n.*"rounds":100/s)
    expect(said.get('An alert')).toMatch(/outside their intervals.*"key":"bob"/s)
    expect(said.get('An alert')).not.toContain('alice')
    await expect.poll(() => told.flatMap(({ alerts = [] }) => alerts.map(({ key }) => key))).toContain('bob')
    expect(said.get('Prometheus and Grafana')).toMatch(/credence_rounds_total\{model="demand"\} 208/)
    expect(said.get('Backup and restore')).toMatch(/\n8\n/)
    expect(said.get('Delete a customer')).toMatch(/"deleted":true.*"keys":\[\].*"by":"boss".*"key":"alice"/s)
    expect(said.get('Upgrade, and the way back')).toContain('schema 3')
    expect(readFileSync(join(home, 'data/credence.db')).includes('alice')).toBe(false)
  },
  300_000,
)

it.skipIf(!has('promtool') || missing.length > 0)('Prometheus takes the file that the page writes', () => {
  execFileSync('promtool', ['check', 'config', 'prometheus.yml'], { cwd: home, stdio: 'pipe' })
})

it('the dashboard draws what the service has told by then', () => {
  const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const metrics = readFileSync(join(home, 'metrics.txt'), 'utf8')
  const drawn = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/credence_\w+/g)))
  for (const name of drawn) expect(metrics).toContain(name)
})

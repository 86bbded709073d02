import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'

/** The examples that Node does not run: in Deno, in Bun, and in a page. What cannot be installed is skipped with a word. */

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = process.env.CREDENCE_RUNTIMES ?? mkdtempSync(join(tmpdir(), 'credence-runtimes-'))
const program = (name: string): string => join(folder, 'node_modules/.bin', name)

beforeAll(() => {
  if (existsSync(program('deno')) && existsSync(program('bun'))) return
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', 'deno', 'bun', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'ignore',
    })
  } catch {
    console.warn('deno and bun: skipped, they could not be installed from npm')
  }
})

describe.each([
  ['deno', ['run', '--allow-net', 'examples/deno.ts']],
  ['bun', ['examples/bun.ts']],
])('%s', (name, args) => {
  it('prints what its example says', ({ skip }) => {
    if (!existsSync(program(name))) skip(`${name} is not here`)
    const said = /^\/\/> (.*)$/m.exec(readFileSync(join(root, args.at(-1) as string), 'utf8'))?.[1]
    expect(execFileSync(program(name), args, { cwd: root, encoding: 'utf8' }).trim()).toBe(said)
  })
})

const browser = process.env.CHROMIUM ?? '/usr/bin/chromium'
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

describe('a page without a build step', () => {
  it('covers, and draws', async ({ skip }) => {
    if (!existsSync(browser)) skip('chromium is not here')
    const server = createServer((request, response) => {
      const path = join(root, new URL(request.url as string, 'http://localhost').pathname)
      if (!existsSync(path)) return response.writeHead(404).end()
      response
        .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' })
        .end(readFileSync(path))
    }).listen(0)
    const { port } = server.address() as { port: number }
    const opened = await chromium.launch({ executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await opened.newPage()
      await page.goto(`http://localhost:${port}/examples/browser.html`)
      await page.waitForSelector('svg path')
      expect(await page.textContent('p')).toMatch(/^(89|90|91|92) % of 400 outcomes were inside/)
      expect(await page.locator('svg path').count()).toBe(3)
    } finally {
      await opened.close()
      server.close()
    }
  })
})

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs, chromiumPath } from '../chromium.js'

const firefoxPath = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path !== undefined && existsSync(path),
)

/** Browsers of this machine: where they are, and how they are told to open a page without a window. */
export const browsers = {
  Chromium: {
    path: chromiumPath,
    args: (url, profile) => ['--headless=new', ...chromiumArgs, `--user-data-dir=${profile}`, url],
  },
  Firefox: {
    path: firefoxPath,
    args: (url, profile) => ['--headless', '--no-remote', '--profile', profile, url],
  },
}

export function versionOf(path) {
  return /[\d.]+/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[0] ?? ''
}

/** Opens a page that runs the module itself, or in a worker; resolves with what it posts. */
export async function runInBrowser({ path, args }, { page, worker }, { milliseconds = 180_000 } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'credence-browser-'))
  const inWorker = `const worker = new Worker('/worker.js', { type: 'module' })
    const tell = (found) => fetch('/found', { method: 'POST', body: JSON.stringify(found) })
    worker.onmessage = ({ data }) => tell(data)
    worker.onerror = ({ message }) => tell({ tests: 0, failed: 1, failures: [message] })`
  const answers = {
    '/': [
      'text/html',
      `<!doctype html><script type="module">${worker ? inWorker : "import '/page.js'"}</script>`,
    ],
    ...(page ? { '/page.js': ['text/javascript', await readFile(page)] } : {}),
    ...(worker ? { '/worker.js': ['text/javascript', await readFile(worker)] } : {}),
  }
  let tell
  const found = new Promise((resolve) => {
    tell = resolve
  })
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let text = ''
      for await (const piece of request) text += piece
      response.end()
      tell(JSON.parse(text))
      return
    }
    const [type, body] = answers[request.url] ?? ['text/plain', '']
    response.setHeader('content-type', type)
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const child = spawn(path, args(`http://127.0.0.1:${server.address().port}/`, profile), { stdio: 'ignore' })
  const timer = setTimeout(() => tell({ tests: 0, failed: 1, failures: ['no answer in time'] }), milliseconds)
  try {
    return await found
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    server.closeAllConnections()
    server.close()
    await new Promise((resolve) => child.once('exit', resolve).exitCode !== null && resolve())
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

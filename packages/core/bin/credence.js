#!/usr/bin/env node
// `npx credence`: the command line is a package of its own, so that the library depends on nothing. It is taken from
// where it is installed, or fetched in the same version.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** @returns {Promise<{ main(argv: readonly string[]): Promise<number> } | undefined>} */
async function installed() {
  try {
    return await import('@credence/cli/dist/main.js')
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function fetched() {
  const args = ['--yes', `@credence/cli@${version}`, ...process.argv.slice(2)]
  const windows = process.platform === 'win32'
  const child = spawn(windows ? 'npx.cmd' : 'npx', args, { stdio: 'inherit', shell: windows })
  // Ctrl-C reaches the child too, which ends in good order: wait for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

const cli = await installed()
process.exitCode = cli ? await cli.main(process.argv) : await fetched()

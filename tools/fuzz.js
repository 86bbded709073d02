// npm run fuzz [-- --minutes 10 --seed 1 --jobs 2]: random programs against every promise, in parallel processes.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'credence-fuzz-'))
const outfile = join(folder, 'fuzz.mjs')
await build({
  entryPoints: [new URL('../packages/core/test/fuzz/main.ts', import.meta.url).pathname],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile,
})
const jobs = Array.from({ length: Number(values.jobs) }, (_, job) => {
  const given = ['--minutes', values.minutes, '--seed', values.seed, '--job', String(job)]
  return new Promise((resolve) => {
    spawn(process.execPath, [outfile, ...given], { stdio: 'inherit' }).on('exit', resolve)
  })
})
const codes = await Promise.all(jobs)
rmSync(folder, { recursive: true })
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

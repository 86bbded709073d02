import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

/** Seeds of different jobs are so far apart that they never meet. */
const JOB = 1_000_000_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    job: { type: 'string', default: '0' },
  },
})
const seed = Number(values.seed) + Number(values.job) * JOB
const end = performance.now() + 60_000 * Number(values.minutes)
if (!Number.isSafeInteger(seed) || !(end < Infinity)) throw new Error('--seed and --minutes must be numbers')

const { programs, tally, findings } = fuzz(
  seed,
  () => performance.now() < end,
  (finding) => console.log(finding),
)
console.log(JSON.stringify({ seed, programs, ...tally, findings: findings.length }))
if (findings.length > 0) process.exitCode = 1

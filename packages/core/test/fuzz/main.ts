import { parseArgs } from 'node:util'
import { type FuzzResult, fuzz } from './fuzz.ts'

/** Seeds of different processes are so far apart that they never meet. */
const APART = 1_000_000_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    process: { type: 'string', default: '0' },
  },
})
const seed = Number(values.seed) + Number(values.process) * APART
const minutes = Number(values.minutes)
if (!Number.isSafeInteger(seed) || !(minutes < Infinity))
  throw new Error('--seed and --minutes must be numbers')

let stopped = false
process.on('SIGTERM', () => {
  stopped = true
})
process.on('SIGINT', () => {
  stopped = true
})

/** Minutes of processor time, so that a busy or paused machine does as much as a quiet one. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 60e6
}

function tell({ programs, tally, findings }: FuzzResult): void {
  process.send?.({ seed, minutes: spent(), programs, ...tally, findings: findings.length })
}

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const result = await fuzz(
  seed,
  async (_programs, soFar) => {
    tell(soFar)
    await breathe()
    return !stopped && spent() < minutes
  },
  (finding) => console.log(finding),
)
tell(result)
if (result.findings.length > 0) process.exitCode = 1
process.disconnect?.()

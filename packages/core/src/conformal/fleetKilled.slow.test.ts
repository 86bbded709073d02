import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { fleet } from './fleet.ts'

const SERIES = 40
const ROUNDS = 300

/** A forecast and an outcome by round and series, the same in every process. */
const NUMBERS = `
  const forecastAt = (t, i) => Math.sin(t / 7 + i)
  const outcomeAt = (t, i) => forecastAt(t, i) + ((((t * 7919 + i * 104729) % 1009) / 1009) - 0.5)
`

/** Saves after every call, beside the file and then in its place; goes on from what is there. */
const PROGRAM = `
  import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
  import { fleet } from '${pathToFileURL(fileURLToPath(new URL('../../dist/conformal/index.js', import.meta.url)))}'
  ${NUMBERS}
  const [, file] = process.argv
  const own = fleet()
  const keep = (t, open) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(t)
    head.writeUInt32LE(open ? 1 : 0, 4)
    writeFileSync(file + '.new', Buffer.concat([head, own.save()]))
    renameSync(file + '.new', file)
  }
  let t = 0
  let open = false
  if (existsSync(file)) {
    const saved = readFileSync(file)
    t = saved.readUInt32LE()
    open = saved.readUInt32LE(4) === 1
    own.restore(new Uint8Array(saved.subarray(8)))
  } else own.add(...Array.from({ length: ${SERIES} }, (_, i) => 'series ' + i))
  const lower = new Float64Array(${SERIES})
  const upper = new Float64Array(${SERIES})
  for (; t < ${ROUNDS}; t++) {
    if (!open) {
      own.predictAll(Array.from(lower, (_, i) => forecastAt(t, i)), lower, upper)
      keep(t, true)
    }
    own.learnAll(Array.from(lower, (_, i) => outcomeAt(t, i)))
    keep(t + 1, false)
    open = false
  }
  process.stdout.write('done')
`

function finished(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
    })
    child.on('close', () => done(text))
  })
}

it('a fleet killed again and again goes on from its last save, bit for bit', async () => {
  const place = mkdtempSync(join(tmpdir(), 'fleet-'))
  const file = join(place, 'fleet.save')
  let kills = 0
  try {
    for (let attempt = 0; ; attempt++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, file])
      // Later each time, so that every attempt comes further; the last one is left to finish.
      const timer = attempt < 12 ? setTimeout(() => child.kill('SIGKILL'), 150 + 40 * attempt) : undefined
      const text = await finished(child)
      clearTimeout(timer)
      if (text === 'done') break
      kills++
      expect(attempt, 'the attempt that nobody kills').toBeLessThan(12)
    }
    expect(existsSync(file)).toBe(true)
    expect(kills).toBeGreaterThan(0)
    const undisturbed = fleet()
    undisturbed.add(...Array.from({ length: SERIES }, (_, i) => `series ${i}`))
    const { forecastAt, outcomeAt } = new Function(
      `${NUMBERS}; return { forecastAt, outcomeAt }`,
    )() as Record<'forecastAt' | 'outcomeAt', (t: number, i: number) => number>
    const lower = new Float64Array(SERIES)
    const upper = new Float64Array(SERIES)
    for (let t = 0; t < ROUNDS; t++) {
      undisturbed.predictAll(
        Float64Array.from(lower, (_, i) => forecastAt(t, i)),
        lower,
        upper,
      )
      undisturbed.learnAll(Float64Array.from(lower, (_, i) => outcomeAt(t, i)))
    }
    expect(Buffer.compare(readFileSync(file).subarray(8), undisturbed.save())).toBe(0)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})

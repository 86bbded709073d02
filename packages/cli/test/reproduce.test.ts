import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { bin, credence, type Ended } from './process.ts'

/** @param stop called every so often until it is true: then the command is interrupted */
function interrupted(args: readonly string[], stop: () => Promise<boolean>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args])
    let out = ''
    let err = ''
    let stopped = false
    child.stdout.on('data', (text) => {
      out += text
    })
    child.stderr.on('data', (text) => {
      err += text
    })
    const timer = setInterval(async () => {
      if (stopped || !(await stop())) return
      stopped = true
      child.kill('SIGINT')
    }, 50)
    child.on('close', (code) => {
      clearInterval(timer)
      resolve({ code, out, err })
    })
  })
}

async function finished(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => /replications.*\.json$/.test(name))
}

describe('credence reproduce', () => {
  it('gives the same bytes with one worker, stopped and continued, as with two in one go', async () => {
    await inFolder(async (path) => {
      const args = ['reproduce', 'uncertainty', '--replications', '2', '--seed', '5']
      const once = credence([...args, '--out', path('once'), '--workers', '2'])
      expect(once).toMatchObject({ code: 0, err: '' })
      const parts = [...args, '--out', path('parts'), '--workers', '1']
      const stopped = await interrupted(parts, async () => (await finished(path('parts'))).length > 0)
      expect(stopped.code).toBe(130)
      expect(stopped.err).toMatch(/what was finished is in .*: the same command goes on from there/)
      const kept = (await finished(path('parts'))).length
      expect(kept).toBeGreaterThan(0)
      expect(kept).toBeLessThan(4)
      const resumed = credence(parts)
      expect(resumed.code).toBe(0)
      expect(resumed.out).toContain(`${4 - kept} replications run, ${kept} found finished`)
      for (const file of [
        'sentences.csv',
        'means.csv',
        'replications.csv',
        'curves.csv',
        'regret.svg',
        'regret.png',
      ]) {
        const [a, b] = await Promise.all(
          ['once', 'parts'].map((folder) => readFile(path(`${folder}/uncertainty/${file}`))),
        )
        expect(a.length, file).toBeGreaterThan(100)
        expect(a.equals(b), file).toBe(true)
      }
    })
  }, 120_000)

  it('names the experiments there are, and asks for the file of one that is not shipped', () => {
    const unknown = credence(['reproduce', 'everything'])
    expect(unknown).toMatchObject({ code: 2, out: '' })
    expect(unknown.err).toMatch(
      /experiment must be one of benchmark, conformal, .*, or a file .js; received "everything"/,
    )
    const missing = credence(['reproduce', 'elec2'])
    expect(missing).toMatchObject({ code: 2, err: 'credence: elec2 is not shipped: give --elec2 FILE\n' })
    const wrong = credence(['reproduce', 'benchmark', '--replications', '0'])
    expect(wrong.code).toBe(2)
  })
})

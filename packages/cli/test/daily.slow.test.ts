import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocks, textOf } from '../../../test/markdown.ts'
import { inFolder } from './folder.ts'
import { bin } from './process.ts'
import { sales, table } from './sales.ts'

const PAGE = 'docs/daily.md'

/** Commands of the page in a folder with `sales.csv` and `yesterday.csv`, by a shell that finds `credence`. */
async function inShop<T>(
  use: (run: (command: string) => string, path: (name: string) => string) => T,
): Promise<T> {
  return inFolder(async (path) => {
    writeFileSync(path('credence'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`)
    chmodSync(path('credence'), 0o755)
    writeFileSync(path('sales.csv'), sales(100))
    const [head, ...rows] = sales(101).trim().split('\n')
    writeFileSync(path('yesterday.csv'), `${head}\n${rows.at(-1)}\n`)
    const PATH = `${path('.')}${delimiter}${process.env.PATH}`
    const run = (command: string): string => {
      const { status, stdout, stderr } = spawnSync('bash', ['-ec', command], {
        cwd: path('.'),
        encoding: 'utf8',
        env: { ...process.env, PATH },
      })
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
      return stdout
    }
    return use(run, path)
  })
}

describe(PAGE, () => {
  const [every, onlyNew, judged] = blocks(PAGE, 'sh') as [string, string, string]
  const cron = /^15 6 .*$/m.exec(textOf(PAGE))?.[0] as string
  const [, service] = /ExecStart=(.*)/.exec(textOf(PAGE)) as RegExpExecArray
  const [, ci] = /- run: (.*)/.exec(textOf(PAGE)) as RegExpExecArray

  it('forecasts in the line of every day, of cron, of systemd and of CI', () =>
    inShop((run, path) => {
      const written = (): string[] => readdirSync(path('.')).filter((name) => name.startsWith('next'))
      const lines = [
        every,
        // cron takes a percent sign for a new line, and systemd one for a name of its own.
        cron
          .replace(/^(?:\S+ +){5}/, '')
          .replace('cd /srv/sales && ', '')
          .replaceAll('\\%', '%'),
        (service as string).replaceAll('%%', '%'),
        (ci as string).replace('npx ', ''),
      ]
      const found = lines.map((line) => {
        for (const name of written()) writeFileSync(path(name), '')
        run(line)
        const records = written().filter((name) => name.endsWith('.csv'))
        return records.map((name) => readFileSync(path(name), 'utf8')).filter((text) => text !== '')
      })
      for (const [records] of found) expect(records).toBe(found[0]?.[0])
      expect(table(found[0]?.[0] as string)).toHaveLength(15)
      expect(existsSync(path('next.html'))).toBe(true)
    }))

  it('goes on with the new rows alone, and counts how many outcomes were held', () =>
    inShop((run, path) => {
      run(onlyNew)
      const [later] = readdirSync(path('.')).filter((name) => /^next-.*csv$/.test(name))
      expect(table(readFileSync(path(later as string), 'utf8'))[0]?.time).toBe('2025-04-12')
      writeFileSync(path('sales.csv'), sales(107))
      expect(run(judged)).toMatch(/^6 of 14 forecasts in next-\S+ have .* held [4-6] of them,/)
    }))
})

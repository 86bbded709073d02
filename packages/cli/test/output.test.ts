import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { RunSummary } from '@credence/report'
import { parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { aloud, credence } from './process.ts'

const recipe = JSON.stringify({
  target: 'y',
  features: ['a'],
  experts: [{ kind: 'svb', scale: [0.01, 0.1, 1] }],
})
const rows = (n: number): string =>
  `day;place;a;y;spare\n${Array.from({ length: n }, (_, t) => {
    const day = new Date(Date.UTC(2026, 0, 1 + t)).toISOString().slice(0, 10)
    return [
      day,
      t % 2 ? 'Köln' : 'a,b',
      Math.sin(t).toFixed(3),
      t === 0 ? '' : Math.cos(t).toFixed(3),
      t,
    ].join(';')
  }).join('\n')}\n`.replaceAll('.', ',')

type Line = Readonly<Record<string, unknown>>

/** A folder with recipe and data, and the records of a run. */
function withRecords<T>(
  use: (path: (name: string) => string, records: Line[], run: string[]) => Promise<T>,
): Promise<T> {
  return inFolder(async (path) => {
    await writeFile(path('r.json'), recipe)
    await writeFile(path('d.csv'), rows(30))
    const run = ['run', path('r.json'), path('d.csv'), '--keep', 'day,place,spare', '--weights']
    const { code, out } = credence(run)
    expect(code).toBe(0)
    const records = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    return use(path, records, run)
  })
}

/** A run over the first 17 rows, with a checkpoint to go on from. */
async function stopHalfWay(path: (name: string) => string, run: string[], output: string): Promise<void> {
  await writeFile(path('half.csv'), rows(17))
  const half = ['run', path('r.json'), path('half.csv'), ...run.slice(3), '-o', output, '--save', path('c')]
  expect(credence(half).code).toBe(0)
}

/** A record as a row of a table. */
function flat({ weights, ...fields }: Line): Line {
  const each = ((weights ?? [null, null, null]) as number[]).map(
    (weight, k) => [`weight_${k + 1}`, weight] as const,
  )
  const { loss = null, pointLoss = null } = fields
  return { ...fields, pointLoss, loss, ...Object.fromEntries(each) }
}

describe('the output', () => {
  it('carries the columns that are to be kept, numbers as numbers, and the times without being asked', () =>
    withRecords(async (path, records) => {
      expect(records[1]).toMatchObject({ day: '2026-01-02', place: 'Köln', spare: 1, t: 2 })
      const [plain] = credence(['run', path('r.json'), path('d.csv')]).out.split('\n')
      expect(Object.keys(JSON.parse(plain as string))).toEqual('day t y mean sd lower upper'.split(' '))
      const none = credence(['run', path('r.json'), path('d.csv'), '--keep', 'none']).out.split(
        '\n',
      )[0] as string
      expect(JSON.parse(none)).not.toHaveProperty('day')
      const wrong = credence(['run', path('r.json'), path('d.csv'), '--keep', 'plaice'])
      expect(wrong).toMatchObject({
        code: 2,
        err: 'credence: --keep plaice: no column "plaice". Did you mean "place"?\n',
      })
      const group = credence(['run', path('r.json'), path('d.csv'), '--group', 'plaice'])
      expect(group.err).toBe('credence: --group plaice: no column "plaice". Did you mean "place"?\n')
    }))

  it('keeps a column whatever its name', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), recipe)
      await writeFile(path('d.csv'), '__proto__,a,constructor,y\n7,1,x,2\n8,2,z,3\n')
      const keep = ['run', path('r.json'), path('d.csv'), '--keep', 'all']
      const [first] = credence(keep).out.split('\n')
      expect(first).toMatch(/^\{"__proto__":7,"a":1,"constructor":"x","y":2,/)
      const csv = credence([...keep, '--format', 'csv']).out.split('\n')
      expect(csv.map((line) => line.split(',').slice(0, 4).join())).toEqual([
        '__proto__,a,constructor,y',
        '7,1,x,2',
        '8,2,z,3',
        '',
      ])
    }))

  it('is the same in CSV and in Parquet', () =>
    withRecords(async (path, records, run) => {
      expect(credence([...run, '-o', path('out.csv')]).code).toBe(0)
      const [head, ...lines] = readFileSync(path('out.csv'), 'utf8').trimEnd().split('\n') as [
        string,
        ...string[],
      ]
      expect(head.split(',')).toEqual(Object.keys(flat(records[1] as Line)))
      expect(lines).toHaveLength(30)
      expect(lines[0]).toMatch(/^2026-01-01,"a,b",0,1,,/)
      const written = lines[4]?.split(',"a,b",')[1]?.split(',').map(Number)
      expect(written).toEqual(
        Object.values(flat(records[4] as Line))
          .slice(2)
          .map(Number),
      )

      expect(credence([...run, '-o', path('out.parquet')]).code).toBe(0)
      const bytes = readFileSync(path('out.parquet'))
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
      const table = await parquetReadObjects({ file })
      const infinite = (value: unknown): unknown =>
        value === 'Infinity' || value === '-Infinity' ? Number(value) : value
      expect(table).toEqual(
        records.map((record) =>
          Object.fromEntries(Object.entries(flat(record)).map(([name, value]) => [name, infinite(value)])),
        ),
      )
    }))

  it('goes on in CSV byte for byte, and refuses to in Parquet', () =>
    withRecords(async (path, _records, run) => {
      expect(credence([...run, '-o', path('whole.csv')]).code).toBe(0)
      await stopHalfWay(path, run, path('out.csv'))
      expect(credence([...run, '-o', path('out.csv'), '--resume', path('c')]).code).toBe(0)
      expect(readFileSync(path('out.csv'), 'utf8')).toBe(readFileSync(path('whole.csv'), 'utf8'))
      expect(credence([...run, '-o', path('p.parquet'), '--save', path('d')])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/Parquet .* cannot be gone on with: name the output \.csv or \.ndjson/),
      })
    }))

  it('has as many digits as were asked for', () =>
    withRecords(async (_path, records, run) => {
      const line = JSON.parse(credence([...run, '--digits', '4']).out.split('\n')[9] as string)
      expect(line.mean).toBe(Number(Number((records[9] as Line).mean).toPrecision(4)))
      expect(credence([...run, '--digits', '99']).code).toBe(2)
    }))
})

describe('the summary', () => {
  it('says on standard error what can be said of the records, and as data the same', () =>
    withRecords(async (path, records, run) => {
      const { out, err } = aloud([...run, '-o', path('out.ndjson'), '--json'])
      expect(err).toBe('')
      const summary = JSON.parse(out) as RunSummary
      const scored = records.filter(({ y }) => y !== null)
      const average = (values: number[]): number =>
        values.reduce((sum, value) => sum + value, 0) / values.length
      expect(summary).toMatchObject({ rows: 30, outcomes: 29, columns: { target: 'y', used: ['a'] } })
      expect(summary.columns.ignored).toEqual(['place', 'spare'])
      expect(summary.loss?.mean).toBeCloseTo(average(scored.map(({ loss }) => loss as number)), 12)
      const later = scored.slice(7)
      expect(summary.errors).toMatchObject({ rounds: 22, season: 7 })
      expect(summary.errors?.meanAbsolute.own).toBeCloseTo(
        average(later.map(({ y, mean }) => Math.abs((y as number) - (mean as number)))),
        12,
      )
      expect(summary.experts.map(({ name }) => name)).toEqual(['scale 0.01', 'scale 0.1', 'scale 1'])
      const said = aloud([...run, '-o', path('out.ndjson')])
      expect(said.out).toBe('')
      expect(said.err).toMatch(/^Forecasts of y were off by .* on average.*\n30 rows, 29 with an outcome/)
      expect(said.err).toMatch(/naive: last value .*, a season ago \(7 rounds\)/)
      expect(said.err).toMatch(/best expert .* \(scale /)
      expect(said.err).toMatch(/coverage +\d+\.\d % of 90\.0 % asked for/)
      expect(said.err).toMatch(/! columns not used: "place", "spare"/)
    }))

  it('of a run that was stopped and resumed is that of one that was not, but for the time', () =>
    withRecords(async (path, _records, run) => {
      await stopHalfWay(path, run, path('o'))
      const data = (more: string[]): object => {
        const { seconds: _, ...rest } = JSON.parse(aloud([...run, '--json', ...more]).out) as RunSummary
        return rest
      }
      expect(data(['-o', path('o'), '--resume', path('c')])).toEqual(data(['-o', path('whole')]))
    }))
})

it('of spreadsheet format holds no text that a spreadsheet takes for a formula', () =>
  inFolder(async (path) => {
    const lines = ['=cmd,+one,a,y', ...Array.from({ length: 5 }, (_, t) => `=HYPERLINK(1),@x,${-t},${t}`)]
    await writeFile(path('d.csv'), `${lines.join('\n')}\n`)
    await writeFile(path('r.json'), recipe)
    const run = ['run', path('r.json'), path('d.csv'), '--keep', '=cmd,+one,a', '--format']
    const plain = credence([...run, 'csv']).out.split('\n')
    expect(plain[0]).toMatch(/=cmd,\+one,a/)
    expect(plain[1]).toMatch(/=HYPERLINK\(1\),@x/)
    const harmless = credence([...run, 'spreadsheet']).out.split('\n')
    expect(harmless[0]).toMatch(/'=cmd,'\+one,a/)
    expect(harmless[2]).toMatch(/'=HYPERLINK\(1\),'@x,-1,/)
  }))

describe('credence compare', () => {
  it('lets naive know no more than a contender that looks several rows ahead', () =>
    inFolder(async (path) => {
      const wave = Array.from({ length: 60 }, (_, t) => Math.sin(t) + (t % 7))
      await writeFile(path('d.csv'), `y\n${wave.join('\n')}\n`)
      await writeFile(path('far.json'), JSON.stringify({ task: 'auto', target: 'y', ahead: 5 }))
      const { out } = credence(['compare', path('far.json'), path('d.csv'), '--json'])
      const [far, naive] = JSON.parse(out).contenders
      const { last } = far.summary.errors.meanAbsolute
      const mean = (of: number[]): number => of.reduce((sum, x) => sum + x) / of.length
      expect(naive.meanLoss).toBeCloseTo(last, 12)
      expect(last).toBeCloseTo(mean(wave.slice(5).map((y, t) => Math.abs(y - (wave[t] as number)))), 12)
    }))

  it('puts naive among the contenders, and says a winner only where there surely is one', () =>
    inFolder(async (path) => {
      const noise = (t: number): number => ((t * 7919) % 101) / 101 - 0.5
      const lines = Array.from(
        { length: 400 },
        (_, t) => `${noise(t)},${noise(3 * t + 1)},${noise(t) + 0.2 * noise(5 * t)}`,
      )
      await writeFile(path('d.csv'), `a,b,y\n${lines.join('\n')}\n`)
      const on = (feature: string): object => ({
        target: 'y',
        features: [feature],
        experts: [{ kind: 'conjugate', priorVariance: 1 }],
      })
      await writeFile(path('good.json'), JSON.stringify(on('a')))
      await writeFile(path('same.json'), JSON.stringify({ ...on('a'), seed: 1 }))
      const args = ['compare', path('good.json'), path('same.json'), path('d.csv')]
      const { code, out } = credence([...args, '--json', '--report', path('page.html')])
      expect(code).toBe(0)
      const page = readFileSync(path('page.html'), 'utf8')
      expect(page).toContain('no difference in 400 rounds')
      expect(page).toContain('data-picture="errors"')
      const { by, contenders, pairs } = JSON.parse(out)
      expect(by).toBe('absolute')
      expect(contenders.map(({ name }: { name: string }) => name)).toEqual([
        path('good.json'),
        path('same.json'),
        'naive',
      ])
      expect(pairs.map(({ winner }: { winner: string | null }) => winner)).toEqual([
        null,
        path('good.json'),
        path('same.json'),
      ])
      expect(contenders[2].meanLoss).toBeCloseTo(contenders[0].summary.errors.meanAbsolute.last, 12)
      expect(contenders[0].meanLoss).toBeLessThan(contenders[2].meanLoss)
      const text = credence(args).out
      expect(text).toMatch(/good\.json beats naive by/)
      expect(text).toMatch(/no difference in 400 rounds/)
      expect(credence([...args, '--workers', '1', '--json']).out.replace(/"seconds":[\d.]+/g, '')).toBe(
        out.replace(/"seconds":[\d.]+/g, ''),
      )
      expect(credence(['compare', 'svb-ea', '-']).err).toMatch(/passes only once/)
      expect(credence(['compare', path('good.json'), 'dtaci', path('d.csv')])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/dtaci: /),
      })
    }))
})

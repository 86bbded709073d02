import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { tableFromArrays, tableToIPC } from '@uwdata/flechette'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { aloud, credence } from './process.ts'

/** Files as people have them: the same numbers, however they are written. */

const recipe = JSON.stringify({
  target: 'y',
  features: ['a'],
  experts: [{ kind: 'svb', scale: [0.01, 0.1] }],
})
const a = Array.from({ length: 50 }, (_, t) => Math.round(1e4 * Math.sin(t)) / 1e4 + 1000 * (t % 3))
const y = Array.from({ length: 50 }, (_, t) => Math.round(1e3 * Math.cos(t)) / 100)
const csv = (mark: string, write: (x: number) => string = String): string =>
  `day${mark}a${mark}y\n${a.map((x, t) => ['2026-01-01', write(x), write(y[t] as number)].join(mark)).join('\n')}\n`
const comma = (x: number): string => String(x).replace('.', ',')
const german = (x: number): string => x.toLocaleString('de-DE', { maximumFractionDigits: 4 })
const arrays = { day: a.map(() => '2026-01-01'), a, y }
const columnData = [
  { name: 'day', data: arrays.day, type: 'STRING' as const },
  { name: 'a', data: a, type: 'DOUBLE' as const },
  { name: 'y', data: y, type: 'DOUBLE' as const },
]

/** In batches of seven rows. */
function arrow(format: 'file' | 'stream'): Uint8Array {
  return tableToIPC(tableFromArrays(arrays, { maxBatchRows: 7 }), { format }) as Uint8Array
}

const files: Readonly<Record<string, string | Uint8Array>> = {
  semicolons: csv(';'),
  'a decimal comma': csv(';', comma),
  'tabs and a decimal comma': csv('\t', comma),
  'German thousands': csv(';', german),
  'Excel’s sep line': `sep=;\n${csv(';', comma)}`,
  'UTF-16': Buffer.from(`\ufeff${csv('\t')}`, 'utf16le'),
  gzip: gzipSync(csv(',')),
  Parquet: new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 7 })),
  Arrow: arrow('file'),
  'an Arrow stream': arrow('stream'),
}

it.each(Object.entries(files))('reads %s', (_what, content) =>
  inFolder(async (path) => {
    await writeFile(path('r.json'), recipe)
    await writeFile(path('plain.csv'), csv(','))
    await writeFile(path('data'), content)
    const expected = credence(['run', path('r.json'), path('plain.csv')])
    expect(expected.out.split('\n')).toHaveLength(51)
    expect(credence(['run', path('r.json'), path('data')])).toEqual(expected)
    expect(credence(['run', path('r.json'), '-'], content)).toEqual(expected)
  }),
)

describe('what cannot be read', () => {
  it.each([
    ['an Excel workbook', 'PK\x03\x04…', /looks like an Excel workbook/],
    ['a JSON array', '[{"a":1,"y":2}]', /is one JSON list, which is not read\. Export it as CSV/],
    ['a zip file', `PK\x03\x04${'\0'.repeat(22)}\x05\0\0\0a.csv`, /zip file that holds "a\.csv"\. Unpack it/],
    ['a sheet of LibreOffice', `PK\x03\x04${'\0'.repeat(22)}\x08\0\0\0mimetype`, /is an OpenDocument file/],
    ['HTML', '<html></html>', /looks like HTML/],
    ['a Parquet file that was cut', 'PAR1 and no more', /is not a whole Parquet file/],
    [
      'an Arrow file that was cut',
      arrow('file').subarray(0, 700),
      /is not a whole Arrow file: it ends too early/,
    ],
    ['a gzip file that was cut', gzipSync(csv(',')).subarray(0, 60), /is not a whole gzip file/],
    [
      'a file without names',
      '1,2\n3,4\n',
      /holds numbers, not names of columns\. If it is data, add --no-header/,
    ],
    [
      'a comma that may be either',
      'a;y\n1,234;2,345\n',
      /"1,234" in the column "a" may be 1\.234 \(decimal ","\) or 1234 \(thousands ","\)\. Add --decimal "," if it means 1\.234, or --thousands "," if it means 1234/,
    ],
    ['a misspelt column', 'aa,yy\n1,2\n', /column 'a' is not there/],
  ])('is named: %s', (_what, content, says) =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), recipe)
      await writeFile(path('data'), content)
      const { code, err } = credence(['run', path('r.json'), path('data')])
      expect(err).toMatch(says)
      expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, lines: 1 })
    }),
  )

  it('is read once the user says how', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify({ experts: [{ kind: 'svb', scale: 0.1 }] }))
      const lines = (text: string, ...more: string[]): unknown[] =>
        credence(['run', path('r.json'), '-', ...more], text)
          .out.trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).y)
      expect(lines('1,2\n3,4\n', '--no-header')).toEqual([2, 4])
      expect(lines('1,2\n3,4\n', '--header')).toEqual([4])
      expect(lines('a;y\n1,234;2,345\n', '--decimal', ',')).toEqual([2.345])
      expect(lines('a;y\n1,234;2,345\n', '--thousands', ',')).toEqual([2345])
      expect(lines('a:y\n1:2\n', '--delimiter', ':')).toEqual([2])
    }))

  it('is passed over and counted with --skip-bad-rows, also by a resumed run', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify({ experts: [{ kind: 'svb', scale: 0.1 }] }))
      const good = ['1,2', '2,3', '3,5', '4,1']
      const bad = ['1,2', 'x,1', '2,3', ',9', '3,5', '1,2,3', '4,1']
      await writeFile(path('good.csv'), `a,y\n${good.join('\n')}\n`)
      await writeFile(path('bad.csv'), `a,y\n${bad.join('\n')}\n`)
      const expected = credence(['run', path('r.json'), path('good.csv')]).out
      const run = ['run', path('r.json'), path('bad.csv'), '--skip-bad-rows']
      const { code, out, err } = credence(run)
      expect({ code, out }).toEqual({ code: 0, out: expected })
      expect(err).toMatch(/3 bad rows skipped/)
      expect(err).toMatch(/line 3: column 'a' must be a number; received "x"/)
      expect(err).toMatch(/line 5: the feature "a" is missing/)
      await writeFile(path('half.csv'), `a,y\n${bad.slice(0, 5).join('\n')}\n`)
      const half = [
        'run',
        path('r.json'),
        path('half.csv'),
        '--skip-bad-rows',
        '-o',
        path('out'),
        '--save',
        path('c'),
      ]
      expect(credence(half).code).toBe(0)
      const resumed = credence([...run, '-o', path('out'), '--resume', path('c')])
      // Those that the learner refused before the checkpoint count too.
      expect(resumed).toEqual({ code: 0, out: '', err })
      expect(
        credence(['run', path('r.json'), path('bad.csv'), '-o', path('out'), '--resume', path('c')]).err,
      ).toMatch(/the saved run was made with --skip-bad-rows/)
    }))
})

it('warns of a column that comes after the first row, and says how to use it', () =>
  inFolder(async (path) => {
    await writeFile(path('d.ndjson'), '{"x":1,"y":1}\n{"x":2,"y":2}\n{"x":3,"late":1,"y":3}\n')
    const { code, err } = aloud(['run', path('d.ndjson'), '--target', 'y', '-o', path('out.csv')])
    expect(code).toBe(0)
    expect(err).toMatch(
      /d\.ndjson, line 3: the column "late" first comes here.*write "late": null into the first row/,
    )
  }))

import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence } from './process.ts'

/** A new user's first quarter of an hour: each mistake gets a message that names the thing and the way out, and loses nothing. */

const hour = (t: number): string => new Date(Date.UTC(2026, 0, 1, t)).toISOString().slice(0, 16)
const demand = (n: number): string =>
  `time,region,temperature,demand\n${Array.from({ length: n }, (_, t) => `${hour(t)},north,${(10 + 5 * Math.sin(t / 4)).toFixed(1)},${(100 + 20 * Math.sin(t / 4)).toFixed(1)}`).join('\n')}\n`

const files: Readonly<Record<string, string | Uint8Array>> = {
  'demand.csv': demand(60),
  'forecasts.csv': `forecast,actual\n${Array.from({ length: 40 }, (_, t) => `${t},${t + Math.sin(t)}`).join('\n')}\n`,
  'empty.csv': '',
  'header.csv': 'a,b\n',
  'ragged.csv': 'a,b\n1,2\n3\n',
  'words.csv': 'a,b\n1,2\nthree,4\n',
  'names.csv': `a,y\n${Array.from({ length: 30 }, (_, t) => `${t},order ${t}\n`).join('')}`,
  'gap.csv': 'a,b\n1,2\n,4\n',
  'quote.csv': 'a,b\n"1,2\n3,4\n',
  'twice.csv': 'a,a\n1,2\n',
  'numbers.csv': '1,2\n3,4\n',
  'both.csv': 'a;b\n1,234;2,345\n',
  'text.csv': 'name,city\nAnn,Rome\n',
  'labels.csv': 'x,y\n1,cat\n2,dog\n',
  'three.csv': 'x,y\n1,1\n2,2\n3,3\n',
  'sheet.xlsx': 'PK\x03\x04 and so on',
  'array.json': '[{"a":1,"b":2}]',
  'page.html': '<!doctype html>',
  'cut.csv.gz': gzipSync(demand(3000)).subarray(0, 40),
  'cut.parquet': 'PAR1 and no more',
  'broken.ndjson': '{"a":1,"b":2}\n{"a":\n',
  'notes.txt': 'my notes',
  'linear.json': '{"target":"demand","experts":[{"kind":"svb","scale":0.1}]}',
  'comma.json': '{"target":"demand",}',
  'nokind.json': '{"target":"demand","experts":[{"kind":"svd","scale":0.1}]}',
  'negative.json': '{"target":"demand","experts":[{"kind":"svb","scale":-0.1}]}',
  'field.json': '{"target":"demand","expert":[{"kind":"svb","scale":0.1}]}',
  'column.json': '{"target":"demnad","experts":[{"kind":"svb","scale":0.1}]}',
  'feature.json': '{"target":"demand","features":["temprature"],"experts":[{"kind":"svb","scale":0.1}]}',
  'preset.json': '{"preset":"svb-ae"}',
  'loss.json': '{"target":"demand","loss":"quadratic","experts":[{"kind":"svb","scale":0.1}]}',
  'list.json': '[1, 2]',
  'classes.json': '{"task":"classification","target":"y","experts":[{"kind":"svb","scale":0.1}]}',
  'conformal.json': '{"task":"conformal","target":"actual","forecast":"forcast"}',
}

/** What was typed, in which `$/` is the folder; and what the answer must say. */
const mistakes: readonly (readonly [typed: string, says: RegExp])[] = [
  ['rum linear.json demand.csv', /unknown command 'rum'[\s\S]*run/],
  ['run', /run needs data: credence run \[RECIPE\] DATA/],
  [
    'run $/linear.json',
    /linear.json" is a recipe\. Add the data file: .*linear.json FILE\. If it is the data/,
  ],
  ['run $/linear.json $/demand.csv --expert', /unknown option '--expert'[\s\S]*--experts/],
  [
    'run $/linear.json $/demand.csv extra',
    /run takes fewer words\. What it takes is shown by credence run --help/,
  ],
  ['run $/linear.json $/demnd.csv', /no file .*demnd\.csv"\. Did you mean .*demand\.csv\?/],
  ['run $/linear.json bostn', /no file "bostn"\. Did you mean boston\?/],
  ['run $/liner.json $/demand.csv', /no recipe .*liner\.json/],
  ['run svb-ae $/demand.csv', /no preset of that name: did you mean svb-ea\?/],
  ['run $/preset.json $/demand.csv', /svb-ea/],
  ['run $/comma.json $/demand.csv', /comma\.json, line \d: .* is missing before/],
  ['run $/list.json $/demand.csv', /a recipe must be a JSON object; received an array/],
  ['run $/nokind.json $/demand.csv', /experts\[0\]\.kind.*svb/],
  ['run $/negative.json $/demand.csv', /experts\[0\]\.scale.*-0\.1/],
  ['run $/field.json $/demand.csv', /"expert"/],
  ['run $/column.json $/demand.csv', /demnad.*(?:demand)/],
  ['run $/feature.json $/demand.csv', /temprature.*temperature/],
  ['run $/loss.json $/demand.csv', /loss.*quadratic/],
  ['run $/conformal.json $/forecasts.csv', /forcast.*forecast/],
  ['run dtaci $/demand.csv', /forecast/],
  ['run $/classes.json $/three.csv', /line \d: a class label must be .*received [23]/],
  ['run svb-ea $/empty.csv', /empty\.csv is empty/],
  ['run svb-ea $/ragged.csv', /line 3 has 1 cell, but the header has 2/],
  ['run svb-ea $/words.csv', /line 3: column 'a' must be a number; received "three"/],
  [
    'run $/names.csv',
    /"y", taken as the target because it is the last column, holds words that are almost all different/,
  ],
  ['run svb-ea $/gap.csv', /line 3: the feature "a" is missing/],
  ['run svb-ea $/quote.csv', /line 2 has a quotation mark that is never closed/],
  ['run svb-ea $/twice.csv', /columns 1 and 2 are both 'a'/],
  [
    'run svb-ea $/numbers.csv',
    /line 1 of .*numbers\.csv holds numbers, not names of columns\. If it is data, add --no-header/,
  ],
  [
    'run svb-ea $/both.csv',
    /both\.csv, line 2: "1,234" in the column "a" may be 1\.234 \(decimal ","\) or 1234 \(thousands ","\)\. Add --decimal/,
  ],
  ['run svb-ea $/text.csv', /no numeric column/],
  ['run svb-ea $/sheet.xlsx', /looks like an Excel workbook, .*Save the sheet as CSV/],
  ['run svb-ea $/array.json', /is one JSON list, which is not read\. Export it as CSV/],
  ['run svb-ea $/page.html', /looks like HTML/],
  ['run svb-ea $/cut.csv.gz', /is not a whole gzip file/],
  ['run svb-ea $/cut.parquet', /is not a whole Parquet file/],
  ['run svb-ea $/broken.ndjson', /line 2 is not JSON/],
  ['run svb-ea $/', /is a folder: name a file in it/],
  ['run $/linear.json $/demand.csv -o $/demand.csv', /would overwrite the data/],
  [
    'run $/linear.json $/demand.csv -o $/out.xls',
    /\.xls cannot be written: let the name of the output end in \.xlsx, \.csv, \.ndjson or \.parquet/,
  ],
  ['run $/linear.json $/demand.csv -o $/no/out.csv', /its folder is not there/],
  ['run $/linear.json $/demand.csv --format xml', /no format "xml"/],
  ['run $/linear.json $/demand.csv --save $/notes.txt', /is no checkpoint: name another file/],
  ['run $/linear.json $/demand.csv --resume $/notes.txt -o $/o', /notes\.txt is not a checkpoint/],
  ['run $/linear.json $/demand.csv --resume $/none -o $/o', /none/],
  [
    'run $/linear.json $/demand.csv --keep regoin',
    /--keep regoin: no column "regoin"\. Did you mean "region"\?/,
  ],
  ['run $/linear.json $/demand.csv --digits many', /--digits/],
  ['run $/linear.json $/demand.csv --coverage 90', /above 0 and below 1\. Did you mean 0\.9\?/],
  ['run $/linear.json $/demand.csv --encoding ebcdic', /--encoding ebcdic must be utf-8, utf-16 or latin-1/],
  ['compare $/demand.csv', /compare needs recipes, which are ways to forecast, and then the data/],
  ['compare svb-ea -', /passes only once/],
  ['oracles svb-ea boston', /oracles need a recipe of the task "experts"/],
  ['demo nope', /no data set "nope": there are boston/],
  ['reproduce everything', /experiment must be one of/],
  ['reproduce --quick conformal --out $/notes.txt/in', /notes\.txt" is no folder/],
  ['reproduce --quick conformal --out /proc/nope', /no folder can be made there/],
  ['serve --data /proc/nope', /no folder can be made there/],
]

describe('a mistake', () => {
  it.each(mistakes)('credence %s', (typed, says) =>
    inFolder(async (path) => {
      for (const [name, content] of Object.entries(files)) await writeFile(path(name), content)
      const { code, out, err } = credence(typed.split(' ').map((word) => word.replace('$/', path('/'))))
      expect(err).toMatch(says)
      expect(code).toBe(2)
      expect(err).toMatch(/^credence: /)
      expect(err).not.toMatch(
        /internal error|\n {4}at |Invalid (?:input|option)|expected .* received undefined/,
      )
      expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
      expect(
        out
          .split('\n')
          .filter((line) => line !== '')
          .every((line) => line.startsWith('{')),
      ).toBe(true)
      for (const [name, content] of Object.entries(files))
        expect(readFileSync(path(name)).equals(Buffer.from(content)), name).toBe(true)
    }),
  )
})

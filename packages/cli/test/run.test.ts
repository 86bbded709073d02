import { existsSync, readFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { alone, credence, records, shell } from './process.ts'

const svb = { experts: [{ kind: 'svb', scale: [0.01, 0.1] }] }
const rows = (n: number): string =>
  `a,b,y\n${Array.from({ length: n }, (_, t) => `${Math.sin(t)},${Math.cos(3 * t)},${2 * Math.sin(t) + 0.1 * Math.cos(7 * t)}`).join('\n')}\n`

it.each([
  ['run', 'data.csv'],
  ['forecast', 'data.csv', '--target', 'y', '--steps', '2'],
  ['compare', 'r.json', 'svb-ea', 'data.csv'],
])('the process of credence %s ends when its work is done, with 0', (...words) =>
  inFolder(async (path) => {
    await writeFile(path('r.json'), JSON.stringify(svb))
    await writeFile(path('data.csv'), rows(30))
    const args = words.map((word) => (word.includes('.') ? path(word) : word))
    const { code, out } = alone(args)
    expect(code).toBe(0)
    expect(out).not.toBe('')
  }),
)

describe('credence run', () => {
  it('reads standard input and writes one object per row with the promised fields', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify({ ...svb, loss: 'log-density', score: 'annealed' }))
      const { code, out, err } = credence(['run', path('r.json'), '-'], rows(5))
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const lines = records<Record<string, number>>(out)
      expect(lines).toHaveLength(5)
      expect(Object.keys(lines[0])).toEqual(['t', 'y', 'mean', 'sd', 'lower', 'upper', 'pointLoss', 'loss'])
      expect(lines[4].t).toBe(5)
      expect(lines[4].upper).toBeGreaterThan(lines[4].lower)
    }))

  it('predicts without learning where the outcome is missing', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify(svb))
      const { out } = credence(['run', path('r.json'), '-'], 'x,y\n1,2\n2,\n3,4\n')
      const lines = records(out)
      expect(lines.map(({ y }) => y)).toEqual([2, null, 4])
      expect(lines[1]).not.toHaveProperty('loss')
    }))

  it('reads labels 0/1 as −1/+1 and refuses others', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify({ ...svb, task: 'classification' }))
      expect(credence(['run', path('r.json'), '-'], 'x,y\n1,0\n2,1\n').out).toMatch(/"y":-1.*\n.*"y":1/)
      const { code, err } = credence(['run', path('r.json'), '-'], 'x,y\n1,0\n2,3\n')
      expect({ code, err }).toEqual({
        code: 2,
        err: 'credence: standard input, line 3: a class label must be −1 or +1, or 0 or 1; received 3. The target is "y"; choose the column of classes with --target\n',
      })
    }))

  it('says before the first row that there are too many classes, and names --task', () =>
    inFolder(async (path) => {
      const word = (t: number): string => `w${Math.floor(t / 3)}`
      await writeFile(
        path('d.csv'),
        `x,y\n${Array.from({ length: 330 }, (_, t) => `${t % 7},${word(t)}`).join('\n')}\n`,
      )
      const { code, out, err } = credence(['run', path('d.csv')])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(
        /line 302: "w100" is class 101 of "y", and auto tells up to 100 apart.*add --task regression/,
      )
    }))

  it('names the column that holds no classes, and the one of words', () =>
    inFolder(async (path) => {
      await writeFile(path('d.csv'), 'a,b,y\n1,0,p\n2,1.25,n\n')
      const { code, err } = credence(['run', 'svb-ea', path('d.csv'), '--task', 'classification'])
      expect(code).toBe(2)
      expect(err).toContain(
        'line 3: a class label must be −1 or +1, or 0 or 1; received 1.25. The target is "b"',
      )
      expect(err).toMatch(/"y" holds words.*credence run auto .*d\.csv --target y/)
    }))

  it.each([
    ['a missing file', ['run', 'svb-ea', 'nowhere.csv'], /no file "nowhere\.csv"/],
    ['a missing recipe', ['run', 'nothing.json', 'boston'], /no recipe "nothing\.json"/],
    ['an unknown command', ['rum'], /unknown command 'rum'/],
    ['a word for forecasts in place of a command', ['predictions'], /use credence forecast FILE/],
    [
      'a horizon that cannot be counted',
      ['run', 'oga-ea', '-'],
      /passes only once: give the recipe a horizon/,
    ],
  ])('answers %s with one line and exit code 2', (_what, args, message) => {
    const { code, err, out } = credence(args, rows(3))
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toMatch(message)
    expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
  })

  it.each([
    ['{"experts": []}', /experts/],
    ['{"experts": [{"kind": "svd"}]}', /experts\[0\]\.kind/],
    ['{"experts": [{"kind": "svb", "scale": -1}]}', /experts\[0\]\.scale/],
    ['{"preset": "svb-ee"}', /preset must be one of svb-ea/],
    ['{"experts": [{"kind": "svb", "scale": 1}], "colour": 3}', /the recipe has no field "colour"/],
    [
      '{"experts": [{"kind": "svb", "scale": 1}], "target": "z"}',
      /no numeric column "z" for the target\. The numeric columns are "a"/,
    ],
    ['[1]', /a recipe must be a JSON object/],
    ['{', /r\.json, line 1: a name in double quotes is missing before the end of the file/],
  ])('names what is wrong with the recipe %s', (text, message) =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), text)
      const { code, err } = credence(['run', path('r.json'), '-'], rows(3))
      expect(err).toMatch(message)
      expect(code).toBe(2)
      expect(err).not.toMatch(/at .*\.js/)
    }),
  )

  it('names the line, column and text of a bad cell, and keeps what was done before it', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify(svb))
      await writeFile(path('d.csv'), 'x,y\n1,2\n2,3\nthree,4\n')
      const { code, err } = credence(['run', path('r.json'), path('d.csv'), '-o', path('out')])
      expect(code).toBe(2)
      expect(err).toMatch(/line 4.*three/)
    }))

  it('ends with 0 when the reader closes the pipe', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify(svb))
      await writeFile(path('d.csv'), rows(4000))
      const run = `credence run "${path('r.json')}" "${path('d.csv')}"`
      expect(shell(`${run} | head -n 1 >/dev/null; exit \${PIPESTATUS[0]}`).code).toBe(0)
    }))

  it('goes on from a checkpoint as if it had never stopped, byte for byte', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify({ ...svb, horizon: 40 }))
      await writeFile(path('whole.csv'), rows(40))
      await writeFile(path('half.csv'), rows(25))
      credence(['run', path('r.json'), path('whole.csv'), '-o', path('whole')])
      expect(
        credence(['run', path('r.json'), path('half.csv'), '-o', path('out'), '--save', path('c')]).code,
      ).toBe(0)
      await writeFile(path('out'), `${readFileSync(path('out'), 'utf8')}a line that a crash left behind\n`)
      const { code, err } = alone([
        'run',
        path('r.json'),
        path('whole.csv'),
        '-o',
        path('out'),
        '--resume',
        path('c'),
        '--quiet',
      ])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(readFileSync(path('out'), 'utf8')).toBe(readFileSync(path('whole'), 'utf8'))
      expect(await readdir(dirname(path('c')))).not.toContainEqual(expect.stringMatching(/tmp$/))

      await writeFile(path('other.json'), JSON.stringify({ ...svb, horizon: 41 }))
      const other = credence([
        'run',
        path('other.json'),
        path('whole.csv'),
        '-o',
        path('out'),
        '--resume',
        path('c'),
      ])
      expect(other).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /was saved by a run with another recipe or other options: "horizon" was 40 and is 41\. /,
        ),
      })
      expect(existsSync(path('out'))).toBe(true)
    }))

  it('refuses to go on in another output, from other rows or with other options', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify(svb))
      await writeFile(path('d.csv'), rows(30))
      const run = ['run', path('r.json'), path('d.csv'), '-o', path('out')]
      expect(credence([...run, '--save', path('c')]).code).toBe(0)
      const resumed = [...run, '--resume', path('c')]
      expect(credence([...resumed, '--experts']).err).toMatch(/made without --experts/)
      expect(credence([...resumed, '--keep', 'a']).err).toMatch(/made without --keep\n/)
      const elsewhere = (...more: string[]): string => credence([...run.slice(0, 3), ...more]).err
      expect(elsewhere('-o', path('no'), '--resume', path('c'))).toMatch(
        /output ".*no" is not there: --resume/,
      )
      expect(elsewhere('-o', path('out'), '--resume', path('no'))).toMatch(
        /no file ".*no"\. Check the name; the first time, use --save/,
      )
      expect(elsewhere('-o', path('out'), '--resume', path('.'))).toMatch(
        /is no file: --resume needs a checkpoint/,
      )
      const whole = readFileSync(path('out'), 'utf8')
      await writeFile(path('out'), whole.slice(0, 100))
      expect(credence(resumed)).toMatchObject({ code: 2, err: expect.stringMatching(/has 100 bytes/) })
      await writeFile(path('out'), whole.replace('1', '2'))
      expect(credence(resumed).err).toMatch(/does not hold what the checkpoint's run had written/)
      await writeFile(path('out'), whole)
      await writeFile(path('d.csv'), rows(30).replace('0.1', '0.2'))
      expect(credence(resumed).err).toMatch(/the first 30 rows are not those/)
    }))

  it('says that the columns are in another order where a run would go on with them', () =>
    inFolder(async (path) => {
      await writeFile(path('d.csv'), 'a,b,y\n1,2,3\n2,4,5\n')
      await writeFile(path('swapped.csv'), 'b,a,y\n2,1,3\n4,2,5\n')
      const run = (file: string, ...more: string[]): { code: number | null; err: string } =>
        credence(['run', path(file), '--target', 'y', '-o', path('out.csv'), ...more])
      expect(run('d.csv', '--save', path('c')).code).toBe(0)
      const { code, err } = run('swapped.csv', '--resume', path('c'))
      expect(code).toBe(2)
      expect(err).toMatch(/swapped\.csv are in another order .*: "a", "b", "y"\. Put them into this order/)
    }))

  it('writes over nothing that it reads, and says at once where it cannot write', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify(svb))
      await writeFile(path('d.csv'), rows(3))
      expect(credence(['run', path('r.json'), path('d.csv'), '-o', path('d.csv')]).err).toMatch(
        /would overwrite the data/,
      )
      expect(readFileSync(path('d.csv'), 'utf8')).toBe(rows(3))
      const same = ['-o', path('x'), '--save', path('x')]
      expect(credence(['run', path('r.json'), path('d.csv'), ...same]).err).toMatch(
        /would overwrite the output/,
      )
      const nowhere = credence(['run', path('r.json'), path('d.csv'), '--save', path('no/where')])
      expect(nowhere).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringMatching(/its folder is not there/),
      })
    }))

  it('takes for the target the last column that is no forecast, and names a forecast that is missing', () => {
    const expected = credence(['run', 'dtaci', '-'], 'forecast,y\n1.1,1\n1.9,2\n')
    expect(expected.code).toBe(0)
    expect(credence(['run', 'dtaci', '-'], 'y,forecast\n1,1.1\n2,1.9\n')).toEqual(expected)
    const gap = credence(['run', 'dtaci', '-'], 'y,forecast\n1,1.1\n2,\n')
    expect(gap).toMatchObject({
      code: 2,
      err: 'credence: standard input, line 3: the forecast "forecast" is missing\n',
    })
  })

  it('covers groups of words or numbers each, with widths by features, and goes on after a save', () =>
    inFolder(async (path) => {
      const towns = ['north', 'south', 'east']
      const lines = Array.from({ length: 2000 }, (_, t) => {
        const wind = 1 + Math.sin(t * t)
        return [wind, towns[t % 3], t % 7, 10, 10 + (1 + (t % 3)) * wind * Math.sin(37 * t * t)].join(',')
      })
      const head = 'wind,town,weekday,yhat,y'
      await writeFile(path('d.csv'), `${[head, ...lines].join('\n')}\n`)
      await writeFile(path('part.csv'), `${[head, ...lines.slice(0, 300)].join('\n')}\n`)
      const run = (...more: string[]) =>
        credence(['run', 'conformal', ...more, '--target', 'y', '--forecast', 'yhat'])
      const each = ['--cover-each', 'town,weekday', '--width-by', 'wind']
      const whole = run(path('d.csv'), ...each, '--json', '-o', path('o.ndjson'))
      expect(whole.code).toBe(0)
      const { groups, columns } = JSON.parse(whole.out)
      expect(columns.used).toEqual(['yhat', 'wind', 'town', 'weekday'])
      expect(groups.by).toBe('town')
      expect(groups.each).toHaveLength(3)
      for (const { covered } of groups.each) expect(Math.abs(covered - 0.9)).toBeLessThan(0.03)

      const save = ['--save', path('s.save'), '-o', path('p.ndjson')]
      expect(run(path('part.csv'), ...each, ...save).code).toBe(0)
      expect(run(path('d.csv'), ...each, '--resume', path('s.save'), '-o', path('p.ndjson')).code).toBe(0)
      expect(readFileSync(path('p.ndjson'), 'utf8')).toBe(readFileSync(path('o.ndjson'), 'utf8'))

      for (const [columns, sentence] of [
        ['twon', "column 'twon' is not there"],
        ['y', 'the target "y" is also among features or groups'],
      ]) {
        const { code, err } = run(path('d.csv'), '--cover-each', columns)
        expect(code).toBe(2)
        expect(err).toContain(sentence)
      }
      const words = run(path('d.csv'), '--width-by', 'town')
      expect(words).toMatchObject({ code: 2, err: expect.stringContaining("'town' must be a number") })
      await writeFile(path('gap.csv'), `${head}\n1,north,1,10,11\n1,,2,10,11\n`)
      const gap = run(path('gap.csv'), '--cover-each', 'town')
      expect(gap).toMatchObject({
        code: 2,
        err: expect.stringContaining('line 3: the group "town" is missing'),
      })
    }))

  it('knows CSV, TSV, NDJSON and gzip on standard input by their first bytes', () =>
    inFolder(async (path) => {
      await writeFile(path('r.json'), JSON.stringify(svb))
      const csv = 'a,y\n1,2\n2,3\n'
      const expected = credence(['run', path('r.json'), '-'], csv).out
      expect(expected.split('\n')).toHaveLength(3)
      const ndjson = '{"a":1,"y":2}\n{"a":2,"y":3}\n'
      for (const input of [csv.replaceAll(',', '\t'), ndjson, gzipSync(csv)]) {
        expect(credence(['run', path('r.json'), '-'], input)).toEqual({ code: 0, out: expected, err: '' })
      }
      expect(credence(['run', path('r.json'), '-'], 'a,y')).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringMatching(/no rows/),
      })
    }))
})

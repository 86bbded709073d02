import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type RunSummary, storyOf } from '@credence/report'
import { describe, expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { alone, aloud, credence, records } from './process.ts'

const HOUR = 3_600_000

/** Hourly rows with a time, a word, gaps and a level shift. */
function demand(rows: number): string {
  const lines = Array.from({ length: rows }, (_, t) => {
    const time = new Date(Date.UTC(2026, 0, 5) + t * HOUR).toISOString().slice(0, 16)
    const word = t % 5 === 0 ? 'cold' : 'warm'
    const y = (t > 150 ? 120 : 100) + 30 * Math.sin((Math.PI * t) / 12) + (word === 'cold' ? 10 : 0)
    return `${time},${word},${t % 9 === 0 ? '' : Math.cos(t)},${y + Math.sin(7919 * t * t)}`
  })
  return `time,weather,wind,load\n${lines.join('\n')}\n`
}

/** What a run writes, and what it says about itself. */
function ranOn(options: readonly string[], data: string) {
  const { out, err } = aloud(['run', '-', '--json', ...options], data)
  return { lines: records(out), summary: JSON.parse(err) as RunSummary }
}

const summaryOf = (options: readonly string[], data: string): RunSummary => ranOn(options, data).summary

describe('credence run DATA', () => {
  it('needs no recipe: times, words and gaps in, a distribution of the last column out', () => {
    const { code, out, err } = credence(['run', '-', '--quiet'], demand(150))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = records(out)
    expect(lines).toHaveLength(150)
    expect(Object.keys(lines[9] as object).join()).toBe('time,t,y,mean,median,sd,lower,upper,pointLoss,loss')
    const late = lines.slice(100, 150)
    const error = late.reduce((sum, { y, mean }) => sum + Math.abs((y as number) - (mean as number)), 0) / 50
    expect(error).toBeLessThan(5)
  })

  it('never regresses on the labels of a class, be they words or numbers', () => {
    for (const [one, other] of [
      ['spam', 'ham'],
      ['0', '1'],
    ]) {
      const rows = Array.from({ length: 60 }, (_, t) => `${Math.sin(t)},${Math.sin(t) > 0 ? one : other}`)
      const lines = records(credence(['run', '-'], `x,y\n${rows.join('\n')}\n`).out)
      const { y, label, probabilities } = lines[59] as { y: string; label: string; probabilities: object }
      expect([y, label]).toEqual([Math.sin(59) > 0 ? one : other, Math.sin(59) > 0 ? one : other])
      expect(Object.keys(probabilities).sort()).toEqual([one, other].sort())
    }
  })

  it('has the median in its records, and judges absolute errors by it and squared ones by the mean', () => {
    const rows = Array.from({ length: 400 }, (_, t) => {
      const size = (t * 37) % 11
      const [first, second] = [((t * 7919 + 1) % 401) / 401, ((t * 104729 + 1) % 397) / 397]
      const noise = Math.sqrt(-2 * Math.log(first + 1e-3)) * Math.cos(2 * Math.PI * second)
      return `${size},${Math.exp(4 + 0.15 * size + 1.1 * noise).toFixed(2)}`
    })
    const { lines, summary } = ranOn([], `size,claim\n${rows.join('\n')}\n`)
    const records = lines as { y: number; mean: number | null; median: number | null }[]
    expect(records[0]).toMatchObject({ mean: null, median: null })
    const judged = records.slice(1) as { y: number; mean: number; median: number }[]
    const average = (error: (row: (typeof judged)[number]) => number): number =>
      judged.reduce((sum, row) => sum + error(row), 0) / judged.length
    const { meanAbsolute, rootMeanSquared } = summary.errors ?? {}
    expect(meanAbsolute?.own).toBeCloseTo(
      average(({ y, median }) => Math.abs(y - median)),
      9,
    )
    expect(rootMeanSquared?.own).toBeCloseTo(Math.sqrt(average(({ y, mean }) => (y - mean) ** 2)), 9)
    expect(meanAbsolute?.own).toBeLessThan(average(({ y, mean }) => Math.abs(y - mean)))
    expect(meanAbsolute?.own).toBeLessThan(meanAbsolute?.median as number)
    expect(meanAbsolute?.median).toBeLessThan(meanAbsolute?.mean as number)
    expect(storyOf(summary).sentence).toMatch(/better than the median so far/)
  })

  it('calls a distribution right that has zeros as probable as they are', () => {
    const rows = Array.from({ length: 300 }, (_, t) => {
      const u = ((t + 1) * 0.7548776662466927) % 1
      return `${Math.sin(t)},${u < 0.6 ? 0 : (-20 * Math.log((1 - u) / 0.4)).toFixed(2)}`
    })
    const { law, warnings } = summaryOf([], `x,claim\n${rows.join('\n')}\n`)
    expect(law?.distance).toBeLessThan(0.15)
    expect(warnings.map(({ code }) => code)).not.toContain('calibration')
  })

  it('says how amounts with a comma are read where other columns have a point', () => {
    const rows = Array.from({ length: 40 }, (_, t) => `${t}.1234,"€ ${1 + t}.${200 + t},50"`)
    const data = `x,price\n${rows.join('\n')}\n`
    const { code, err } = credence(['run', '-'], data)
    expect([code, err]).toEqual([2, expect.stringContaining('add --decimal "," --thousands "."')])
    const [first] = records(credence(['run', '-', '--decimal', ',', '--thousands', '.'], data).out)
    expect(first?.y).toBe(1200.5)
  })

  it('gives classes with all probabilities and the set that holds the right one, in every format', () =>
    inFolder(async (path) => {
      const names = ['no', 'yes', 'far off']
      const rows = Array.from({ length: 60 }, (_, t) => `${Math.sin(t)},${names[(t * t) % 3 ? t % 2 : 2]}`)
      await writeFile(path('data.csv'), `x,y\n${rows.join('\n')}\n`)
      for (const out of ['o.ndjson', 'o.csv', 'o.parquet'])
        expect(credence(['run', path('data.csv'), '-o', path(out)]).code).toBe(0)
      const [header, ...lines] = readFileSync(path('o.csv'), 'utf8').trimEnd().split('\n')
      expect(header).toBe('t,y,label,probability_far off,probability_yes,probability_no,set,pointLoss,loss')
      const all = records(readFileSync(path('o.ndjson'), 'utf8'))
      const { probabilities: p, set } = all[59] as { probabilities: Record<string, number>; set: string[] }
      expect(set.length).toBeGreaterThan(0)
      expect(lines[59]?.split(',').slice(3, 7)).toEqual([
        ...['far off', 'yes', 'no'].map((name) => String(p[name])),
        set.join('|'),
      ])
      const again = records(credence(['run', path('o.parquet'), '--target', 't', '--keep', 'all']).out)
      expect(again[59]).toMatchObject({ probability_yes: p.yes, set: set.join('|') })
    }))

  it('sums up more than two classes by the class, not by whether it was right', () => {
    const places = ['far', 'near', 'here']
    const classAt = (t: number): string =>
      places[[0, 1, 0, 2, 1, 0, 0, 2][(t * t * 5 + t) % 8] as number] as string
    const rows = Array.from(
      { length: 120 },
      (_, t) => `${Math.cos(t * t)},${t % 2 ? 'odd' : ''},${classAt(t)}`,
    )
    const data = `x,half,y\n${rows.join('\n')}\n`
    const ran = ranOn(['--group', 'half'], data)
    const lines = ran.lines as unknown as {
      y: string
      label: string
      probabilities: Record<string, number>
      set: string[]
    }[]
    const seen = new Map<string, number>()
    const commonest = lines.map(({ y }) => {
      const [most] = [...seen].sort((a, b) => b[1] - a[1])
      seen.set(y, (seen.get(y) ?? 0) + 1)
      return most?.[0]
    })
    const share = (of: (t: number) => boolean, from = 1): number =>
      lines.filter((_, t) => t >= from && of(t)).length / (lines.length - from)
    const { probabilities, sets, groups } = ran.summary
    expect(probabilities?.wrong).toBeCloseTo(
      share((t) => lines[t]?.label !== lines[t]?.y),
      12,
    )
    expect(probabilities?.naiveWrong).toBeCloseTo(
      share((t) => commonest[t] !== lines[t]?.y),
      12,
    )
    const late = (name: string): number =>
      lines.reduce((sum, { y, probabilities: p }) => sum + ((p[name] ?? 0) - Number(y === name)) ** 2, 0) /
      119
    const brier = places.map(late).reduce((sum, each) => sum + each, 0) / 2
    expect(Math.abs((probabilities?.brier as number) - brier)).toBeLessThan(0.02)
    expect(sets?.covered).toBeCloseTo(
      share((t) => lines[t]?.set.includes(lines[t].y) === true),
      12,
    )
    expect(sets?.meanSize).toBeCloseTo(lines.reduce((sum, { set }) => sum + set.length, 0) / 119, 12)
    const wrong = groups?.each.map(
      ({ rounds, meanAbsolute }) => rounds * (meanAbsolute as number),
    ) as number[]
    expect(wrong.reduce((sum, each) => sum + each, 0) / 119).toBeCloseTo(probabilities?.wrong as number, 12)
  })

  it('says what each column was taken for, and how many cells could not be read so', () => {
    const data = demand(40)
      .split('\n')
      .map((line, t) => (t === 0 ? `${line},sure` : line && `${line},${t % 8 ? t % 2 === 0 : 'maybe'}`))
      .map((line, t) =>
        t === 0 ? line.replace('load,sure', 'sure,load') : line.replace(/,([^,]*),([^,]*)$/, ',$2,$1'),
      )
      .join('\n')
    const { err } = aloud(['run', '-'], data)
    expect(err).toContain(
      'load from time (time), weather (2 words), wind (number, 5 missing), sure (yes or no, 5 unreadable)\n',
    )
    expect(summaryOf([], data).columns.kinds?.[2]).toEqual({
      name: 'wind',
      kind: 'number',
      levels: 0,
      missing: 5,
      unreadable: 0,
    })
  })

  it('says in which rows gaps are counted, where some have no outcome', () => {
    const counted = 'gaps are counted in the rows that have an outcome'
    expect(aloud(['run', '-'], demand(40)).err).not.toContain(counted)
    const { err } = aloud(['run', '-'], demand(40).replace(/,[^,\n]*\n$/, ',\n'))
    expect(err).toContain(counted)
  })

  it('compares nothing across the series of one file, and says how each is learnt by itself', () => {
    const towns = ['Abilene', 'Houston', 'Waco']
    const lines = Array.from({ length: 20 }, (_, i) => {
      const month = new Date(Date.UTC(2015, i, 1)).toISOString().slice(0, 10)
      return towns.map((town, c) => `${month},${town},${1000 * 4 ** c + ((i * 37) % 50)}`).join('\n')
    })
    const { errors, warnings } = summaryOf(['--target', 'sales'], `month,town,sales\n${lines.join('\n')}\n`)
    expect(Object.keys(errors?.meanAbsolute ?? {})).toEqual(['own'])
    expect(warnings.find(({ code }) => code === 'series')?.message).toMatch(
      /^40 of 60 rows have the "month" of the row above\. All rows were learnt as one series/,
    )
    const alone = summaryOf([], demand(60))
    expect(Object.keys(alone.errors?.meanAbsolute ?? {})).toContain('last')
  })

  it('names a row that was copied by mistake, and no other', () => {
    const lines = Array.from({ length: 31 }, (_, t) => `2026-01-${String(t + 1).padStart(2, '0')},${t}`)
    const messagesOf = (rows: readonly string[]): string =>
      summaryOf(['--target', 'sold'], `day,sold\n${rows.join('\n')}\n`)
        .warnings.map(({ message }) => message)
        .join()
    expect(messagesOf(lines)).not.toContain('of the row above')
    const copied = [...lines.slice(0, 20), lines[19] as string, ...lines.slice(20)]
    expect(messagesOf(copied)).toContain('line 22 has the "day" of the row above. Both were learnt.')
  })

  it('names the line from which on the unit is another, of each series, and blames nothing else', () => {
    const rows = Array.from({ length: 90 }, (_, t) => {
      const day = new Date(Date.UTC(2026, 0, 1 + t)).toISOString().slice(0, 10)
      const sold = 20 + (t % 7) + Math.sin(t * t)
      return [`${day},north,${sold * (t < 45 ? 1 : 1000)}`, `${day},south,${sold}`]
    })
    const one = ['day,shop,sold', ...rows.map(([north]) => north)].join('\n')
    const two = ['day,shop,sold', ...rows.flat()].join('\n')
    const said = 'on, "sold" is about 1,000 times as large as before. If the unit changed, convert'
    const alone = summaryOf(['--target', 'sold'], one).warnings.map(({ message }) => message)
    expect(alone).toContainEqual(expect.stringContaining(`from line 47 ${said}`))
    expect(alone.join()).not.toMatch(/other features|far from all other values/)
    const both = summaryOf(['--target', 'sold', '--by', 'shop'], two).warnings
    expect(both.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringContaining(`unit: "north": from line 92 ${said}`),
    ])
  })

  it('warns of times that go back', () => {
    const lines = demand(30).split('\n')
    const swapped = [...lines.slice(0, 20), lines[21], lines[20], ...lines.slice(22)].join('\n')
    const messages = (data: string): string[] =>
      summaryOf([], data).warnings.flatMap(({ code, message }) => (code === 'order' ? [message] : []))
    expect(messages(demand(30))).toEqual([])
    expect(messages(swapped)).toEqual([
      '"time" is not in the order of time: line 22 is earlier than the row above it. Rows are learnt in the order of the file: sort them, oldest first, and run again',
    ])
  })

  it('warns of dates in which day and month could be either, and reads them where a cell or an option shows it', () => {
    const rows = (days: number): string => {
      const lines = Array.from({ length: 30 }, (_, i) => `${1 + (i % 3)}/${1 + (i % days)}/2025,${i / 7}`)
      return `Date,y\n${lines.join('\n')}\n`
    }
    const kindOf = (summary: RunSummary) => summary.columns.kinds?.[0]?.kind
    const unclear = summaryOf([], rows(12))
    expect(unclear.warnings.map(({ message }) => message)).toContain(
      '"1/4/2025" in the column "Date" may name two days, so the column is read as words. Add --dates dmy if the day comes first, or --dates mdy if the month does',
    )
    expect(kindOf(unclear)).toBe('word')
    for (const found of [summaryOf([], rows(30)), summaryOf(['--dates', 'mdy'], rows(12))]) {
      expect(kindOf(found)).toBe('time')
      expect(found.warnings.map(({ code }) => code)).not.toContain('dates')
    }
  })

  it('reads a numeric target with a few words, signs of money and of percent, and names the lines of the words', () => {
    const rows = Array.from({ length: 60 }, (_, t) => {
      const slip = ({ 20: 'error', 50: 'inf' } as Record<number, string>)[t]
      return `${Math.sin(t)},${slip ?? `"$${(1000 + 10 * t).toLocaleString('en')}.50"`}`
    })
    const { warnings, errors, outcomes } = summaryOf([], `x,y\n${rows.join('\n')}\n`)
    expect(errors?.meanAbsolute.own).toBeLessThan(50)
    expect(outcomes).toBe(58)
    expect(warnings.map(({ message }) => message)).toContain(
      '2 cells of "y" are not numbers and were taken as missing: "error" in line 22, "inf" in line 52. If this is right, do nothing; else correct them and run again',
    )
  })

  it.each([
    [
      2,
      'regression',
      '"y", taken as the target because it is the last column, is read as 2 classes, 0 and 1. If this is right, do nothing; if these are numbers, run again with --task regression',
    ],
    [
      3,
      'classification',
      '"y", taken as the target because it is the last column, is read as a number, though its first rows hold only 0, 1 and 2. If this is right, do nothing; if these are categories, run again with --task classification',
    ],
    [
      4,
      'classification',
      '"y", taken as the target because it is the last column, is read as a number, though its first rows hold only 0, 1, …, 3. If this is right, do nothing; if these are categories, run again with --task classification',
    ],
  ])('says first what %d whole numbers were taken for, unless it was told', (values, task, said) => {
    const rows = Array.from({ length: 40 }, (_, t) => `${Math.sin(t)},${(t + (t >> 2)) % values}`)
    const data = `x,y\n${rows.join('\n')}\n`
    expect(aloud(['run', '-'], data).err.split('\n')[0]).toBe(said)
    expect(summaryOf(['--task', task], data).doubt).toBeUndefined()
  })

  it('keeps a column of times that is called as one of its own fields, and names a group without a name', () => {
    const rows = Array.from(
      { length: 30 },
      (_, i) => `2026-01-${String(i + 1).padStart(2, '0')},${i % 3 ? 'a' : ''},${i % 7}`,
    )
    const { out, err } = aloud(['run', '-', '--group', 'place'], `t,place,y\n${rows.join('\n')}\n`)
    expect(records(out)[4]).toMatchObject({ input_t: '2026-01-05', t: 5 })
    expect(err).toMatch(/by place: a .*; \(empty\) /)
  })

  it.each([
    [['--task', 'foo'], '--task must be one of regression, classification, series; received "foo"'],
    [['--coverage', '1'], '--coverage 1 must be above 0 and below 1\n'],
    [['--coverage', '90'], 'Did you mean 0.9?'],
  ])('refuses %s in the words of the command line', (options, message) => {
    const { code, err } = credence(['run', '-', ...options], demand(5))
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('says and scores nothing where no outcome was known', () => {
    const { lines, summary } = ranOn(['--ahead', '12'], demand(80))
    for (const record of lines.slice(0, 12)) {
      expect(record).toMatchObject({ mean: null, sd: null, lower: null, upper: null })
      expect(Object.keys(record)).not.toContain('pointLoss')
    }
    expect(lines[12]?.mean).not.toBeNull()
    const { errors, loss, outcomes } = summary
    const scored = lines.filter(({ t }) => (t as number) > 24)
    const mean = (name: string): number =>
      scored.reduce((sum, record) => sum + (record[name] as number), 0) / scored.length
    expect(outcomes).toBe(80)
    expect(errors?.rounds).toBe(scored.length)
    expect(errors?.rootMeanSquared.own).toBeCloseTo(Math.sqrt(mean('pointLoss')), 12)
    expect(loss?.mean).toBeLessThan(10)
  })

  it('says so if outcomes come later than the data end', () => {
    const { warnings, errors } = summaryOf(['--ahead', '40'], demand(40))
    expect(errors).toBeUndefined()
    expect(warnings.map(({ message }) => message)).toEqual([
      'no outcome was known for any forecast: it is made 40 rows ahead, and there are 40 rows; more rows are needed, or a smaller --ahead',
    ])
  })

  it('takes a target, a task and a coverage, and prints the recipe that they make', () => {
    const argv = ['run', '-', '--target', 'load', '--ahead', '24', '--memory', 'off', '--explain']
    const { experts, ...recipe } = JSON.parse(credence(argv, demand(40)).out)
    expect(experts.length).toBeGreaterThan(8)
    expect(recipe).toEqual({
      task: 'auto',
      as: 'regression',
      target: 'load',
      features: ['time', 'weather', 'wind'],
      ahead: 24,
      coverage: 0.9,
      memory: false,
    })
  })

  it('shows a preset of the paper y in units of its past spread, if told to and the recipe does not say', () =>
    inFolder(async (inside) => {
      const target = (recipe: string) =>
        JSON.parse(credence(['run', recipe, 'boston', '--standardize', '--explain']).out).prepare.target
      expect(target('svb-ea')).toBe('standardize')
      const path = inside('recipe.json')
      await writeFile(path, JSON.stringify({ preset: 'svb-ea', prepare: { target: 'none' } }))
      expect(target(path)).toBe('none')
    }))

  it('prints a recipe that makes the same forecasts, and others if its experts are changed', () =>
    inFolder(async (inside) => {
      const data = demand(60)
      const recipe = JSON.parse(credence(['run', '-', '--explain'], data).out)
      const path = inside('recipe.json')
      await writeFile(path, JSON.stringify(recipe))
      const own = credence(['run', '-'], data).out
      expect(credence(['run', path, '-'], data).out).toBe(own)
      await writeFile(path, JSON.stringify({ ...recipe, experts: [{ kind: 'knn' }] }))
      const { code, out } = credence(['run', path, '-'], data)
      expect(code).toBe(0)
      expect(out).not.toBe(own)
    }))

  it.each([
    ['before any outcome was known, 24 rows ahead', 10, ['--ahead', '24']],
    ['before any row had an outcome, with a preset', 2, ['--target', 'late', '--weights']],
  ])('goes on in CSV byte for byte from a run that ended %s', (_, first, options) =>
    inFolder(async (path) => {
      const late = demand(40)
        .split('\n')
        .map((line, t) => (t === 0 ? `late,${line}` : line && `${t > 5 ? t % 7 : ''},${line}`))
      await writeFile(path('data.csv'), late.join('\n'))
      await writeFile(path('part.csv'), late.slice(0, first + 1).join('\n'))
      const recipe = options.includes('--weights') ? [path('recipe.json')] : []
      const task = { features: ['load'], experts: [{ kind: 'conjugate', priorVariance: 1 }] }
      await writeFile(path('recipe.json'), JSON.stringify(task))
      const run = (data: string, out: string, ...more: string[]): void =>
        expect(credence(['run', ...recipe, path(data), '-o', path(out), ...options, ...more]).code).toBe(0)
      run('part.csv', 'out.csv', '--save', path('state'))
      run('data.csv', 'out.csv', '--resume', path('state'))
      run('data.csv', 'whole.csv')
      const whole = readFileSync(path('whole.csv'), 'utf8')
      expect(whole).toMatch(/^.*,pointLoss,loss/)
      expect(readFileSync(path('out.csv'), 'utf8')).toBe(whole)
    }),
  )

  it('goes on from a checkpoint as if it had never stopped', () =>
    inFolder(async (path) => {
      await writeFile(path('data.csv'), demand(55))
      await writeFile(path('part.csv'), demand(40))
      const save = ['--save', path('state')]
      expect(credence(['run', path('part.csv'), '-o', path('out.ndjson'), ...save]).code).toBe(0)
      const resume = ['--resume', path('state')]
      expect(alone(['run', path('data.csv'), '-o', path('out.ndjson'), ...resume]).code).toBe(0)
      expect(credence(['run', path('data.csv'), '-o', path('whole.ndjson')]).code).toBe(0)
      expect(readFileSync(path('out.ndjson'), 'utf8')).toBe(readFileSync(path('whole.ndjson'), 'utf8'))
    }))
})

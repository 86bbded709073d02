import { beforeAll, describe, expect, it } from 'vitest'
import { aRun } from '../../test/aRun.ts'
import { manySeries } from '../../test/manySeries.ts'
import { RunStatistics } from '../runStatistics.ts'
import { reportPage } from './page.ts'

describe('the page of a run of a million rows', () => {
  const summary = aRun(1_000_000)
  let page: string
  beforeAll(async () => {
    page = await reportPage(summary, { title: 'demand <script>alert(1)</script>' })
  })

  it('is below 5 MB', () => {
    expect(page.length).toBeLessThan(5e6)
  })

  it('stands alone: no address in it is fetched', () => {
    expect(page).not.toMatch(/(src|href)="/)
    expect(page).toContain("default-src 'none'")
  })

  it('shows text of the user as text', () => {
    expect(page).toContain('demand &#60;script&#62;alert(1)&#60;/script&#62;')
    expect(page).not.toContain('<script>alert(1)')
  })

  it('says the numbers of the summary', () => {
    const { covered, asked } = summary.intervals as { covered: number; asked: number }
    expect(page).toContain(`${(100 * covered).toFixed(1)}\u202f%`)
    expect(page).toContain(`asked ${100 * asked}\u202f%`)
    expect(page).toContain('1,000,000')
    expect(page).toContain('The proven bound is')
  })

  it('is readable without a script: the sentence, the numbers and every picture are there before it runs', () => {
    const text = page.slice(0, page.indexOf('id="drawn"'))
    expect(text).toMatch(/<h1>Forecasts of demand were off by [\d.]+ on average/)
    for (const id of ['key0', 'key1', 'key2', 'errors', 'coverage', 'calibration', 'weights', 'regret'])
      expect(text).toMatch(new RegExp(`data-picture="${id}"><svg`))
    expect(text).toMatch(/id="timeline"[^>]*><svg/)
  })

  it('puts warnings at the top', () => {
    expect(summary.warnings.length).toBeGreaterThan(0)
    expect(page.indexOf('class="warnings"')).toBeLessThan(page.indexOf('class="numbers"'))
  })
})

describe('the page of a run whose first intervals are infinite', () => {
  const statistics = new RunStatistics({ coverage: 0.9 })
  for (let t = 1; t <= 40; t++) {
    const wide = t < 10 ? Infinity : 5
    statistics.add({ t, y: Math.sin(t), mean: 0, lower: -wide, upper: wide })
  }
  const summary = statistics.summary({ seconds: 1, columns: { target: 'y', used: [], ignored: [] } })

  it('keeps them for its script, draws them to the edges, and says that too little was known', async () => {
    const page = await reportPage(summary, { title: 'short' })
    const [, json = ''] = /id="drawn">(.*?)<\/script>/s.exec(page) ?? []
    const { stretch } = JSON.parse(json) as { stretch: { rows: { lower: number[]; upper: number[] } } }
    expect(stretch.rows.lower.slice(8, 10)).toEqual([-Infinity, -5])
    expect(stretch.rows.upper.slice(8, 10)).toEqual([Infinity, 5])
    expect(page).toContain('in 9 rows too little was known for an end')
    expect(page.slice(0, page.indexOf('id="drawn"')).includes('∞')).toBe(false)
  })
})

describe('the page of daily rows', () => {
  const DAY = 86_400_000
  const first = Date.UTC(2026, 0, 1)
  const statistics = new RunStatistics({ coverage: 0.9, season: 7 })
  for (let t = 1; t <= 200; t++) {
    const y = 100 + 10 * Math.sin(t)
    statistics.observeTime(first + (t - 1) * DAY, t)
    statistics.add({ t, y, mean: 100, lower: 85, upper: 115 }, { inner: [95, 105] })
  }
  const ahead = [0, 1, 2].map((k) => first + (200 + k) * DAY)
  const same = (value: number): number[] => ahead.map(() => value)
  const summary = statistics.summary({
    seconds: 1,
    columns: { target: 'demand', used: [], ignored: [] },
    future: {
      time: ahead,
      mean: same(101),
      lower: same(86),
      upper: same(116),
      innerLower: same(96),
      innerUpper: same(106),
    },
  })

  it('has dates, two bands, the future behind «now», and the next day in words', async () => {
    const page = await reportPage(summary, { title: 'demand.csv' })
    const text = page.slice(0, page.indexOf('id="drawn"'))
    const shown = [
      'Mon 20 Jul 2026: 101, between 86.0 and 116 nine times in ten.',
      'than the same day last week',
      'next 3 days',
      'class="b50"',
      '>29 Jun<',
    ]
    expect(shown.filter((words) => !text.includes(words))).toEqual([])
  })
})

describe('the page of many series', () => {
  const summary = manySeries(30)
  let page: string
  let text: string
  beforeAll(async () => {
    page = await reportPage(summary, { title: 'shops.csv' })
    text = page.slice(0, page.indexOf('id="drawn"'))
  })

  it('says in its first sentence how a typical series did, and in the next which did worst', () => {
    expect(text).toMatch(/<h1>30 series of sales: in a typical one \d+\u202f% less error than the best naive/)
    expect(text).toContain('shop 4 did worst')
  })

  it('has every series in a table and the worst of them large, before any script runs', () => {
    expect(text.match(/<tr data-row=/g)).toHaveLength(30)
    expect(text.match(/class="card[ "]/g)).toHaveLength(24)
    expect(text).toMatch(/<h3>shop 4<\/h3>/)
    expect(text).toMatch(/id="large-chart"[^>]*><svg/)
  })

  it('marks what a person should look at: worse than naive, or too few outcomes inside', () => {
    expect(text).toContain('1 of 30 series needs a look')
    expect(text).toMatch(/data-row="0".*?class="r alert">▲ \+/)
  })
})

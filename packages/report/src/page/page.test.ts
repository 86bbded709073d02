import { beforeAll, describe, expect, it } from 'vitest'
import { aRun } from '../../test/aRun.ts'
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

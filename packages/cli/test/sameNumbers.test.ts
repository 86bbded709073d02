import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { amount, percentage } from '@credence/charts/page'
import type { RunSummary } from '@credence/report'
import { conformal } from 'credence'
import { describe, expect, it } from 'vitest'
import { digits, percent } from '../src/base/words.ts'
import { inFolder } from './folder.ts'
import { aloud } from './process.ts'

const rows = Array.from({ length: 900 }, (_, t) => {
  const forecast = Number((10 * Math.sin(t / 50)).toFixed(3))
  const spread = t % 3 === 0 ? 3 : 1
  return {
    place: t % 3 === 0 ? 'Bonn' : 'Köln',
    forecast,
    y: Number((forecast + spread * Math.sin(t * t)).toFixed(3)),
  }
})

describe('a run', () => {
  it('says the same numbers in its summary, as JSON, on its page and in the library', () =>
    inFolder(async (path) => {
      const lines = rows.map(({ place, forecast, y }) => `${place},${forecast},${y}`)
      await writeFile(path('d.csv'), `place,forecast,y\n${lines.join('\n')}\n`)
      await writeFile(path('r.json'), JSON.stringify({ task: 'conformal', target: 'y' }))
      const run = ['run', path('r.json'), path('d.csv'), '-o', path('o.ndjson')]
      const summary = JSON.parse(aloud([...run, '--json', '--report', path('page.html')]).out) as RunSummary
      const { err: text } = aloud(run)
      const page = readFileSync(path('page.html'), 'utf8')

      const learner = conformal()
      const rounds = rows.map(({ forecast, y }) => {
        const { lower, upper } = learner.predict(forecast)
        const { loss, covered } = learner.learn(y)
        return { lower, upper, loss, covered, error: Math.abs(y - forecast) }
      })
      const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
      const finite = rounds.filter(({ lower, upper }) => Number.isFinite(upper - lower))
      expect(summary.intervals?.covered).toBeCloseTo(mean(rounds.map(({ covered }) => Number(covered))), 12)
      expect(summary.intervals?.covered).toBeCloseTo(learner.coverage.given.cumulative, 12)
      expect(summary.intervals?.confidence).toEqual(learner.coverage.confidence)
      expect(summary.intervals?.meanWidth).toBeCloseTo(
        mean(finite.map(({ lower, upper }) => upper - lower)),
        12,
      )
      expect(summary.errors?.meanAbsolute.own).toBeCloseTo(
        mean(rounds.slice(1).map(({ error }) => error)),
        12,
      )
      expect(summary.loss?.mean).toBeCloseTo(mean(rounds.map(({ loss }) => loss)), 12)
      const bonn = rounds.filter((_, t) => t % 3 === 0)
      const group = summary.groups?.each.find(({ name }) => name === 'Bonn')
      expect(group?.covered).toBeCloseTo(mean(bonn.map(({ covered }) => Number(covered))), 12)

      const shown = [
        digits(summary.errors?.meanAbsolute.own),
        digits(summary.errors?.rootMeanSquared.own),
        digits(summary.loss?.mean),
        digits(summary.loss?.regret),
        digits(summary.intervals?.meanWidth),
        percent(summary.intervals?.covered as number),
        percent(group?.covered as number),
      ]
      for (const number of shown) expect(text).toContain(number)
      const drawn = [
        amount(summary.errors?.meanAbsolute.own),
        amount(summary.errors?.rootMeanSquared.own),
        amount(summary.intervals?.meanWidth),
        percentage(summary.intervals?.covered, 1),
        percentage(group?.covered, 1),
      ]
      for (const number of drawn) expect(page).toContain(number)
      for (const { message } of summary.warnings) expect(text).toContain(message)
      expect(page.match(/<ul class="warnings".*?<\/ul>/)?.[0].match(/<li>/g)).toHaveLength(
        summary.warnings.length,
      )
    }))
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { askWith } from './askRun.ts'

const folder = mkdtempSync(join(tmpdir(), 'credence-ask-'))
const file = join(folder, 'shop.csv')
writeFileSync(file, 'day,rain,sales\n2026-01-01,1,20\n2026-01-02,0,30\n')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Answers in turn, and keeps the questions. */
function answering(...answers: string[]) {
  const questions: string[] = []
  const ask = async (question: string): Promise<string> => {
    questions.push(question)
    return answers.shift() ?? ''
  }
  return { questions, ask }
}

describe('a run without arguments at a terminal', () => {
  it.each([
    ['rain', 'rain'],
    ['2', 'rain'],
    ['', 'sales'],
  ])('asks for a file and a column: %j is %s', async (answer, target) => {
    const { ask, questions } = answering(file, answer)
    expect(await askWith(ask)).toEqual({
      data: file,
      target,
      output: 'shop-forecasts.csv',
      report: 'shop-report.html',
    })
    expect(questions[1]).toContain('  3  sales')
  })

  it('asks again for a file and a column that are not there, and says which there are', async () => {
    const { ask, questions } = answering('nothing.csv', file, 'snow', 'rain', 'out.xlsx', 'no')
    expect(await askWith(ask)).toEqual({ data: file, target: 'rain', output: 'out.xlsx' })
    expect(questions[1]).toMatch(/^no file "nothing.csv"[\s\S]*\nWhich file/)
    expect(questions[3]).toMatch(/^no column "snow": give one of "day", "rain", "sales"/)
  })

  it('ends where no file is named', async () => {
    await expect(askWith(answering('').ask)).rejects.toThrow('run needs data')
  })
})

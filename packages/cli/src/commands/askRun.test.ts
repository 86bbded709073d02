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
    expect(await askWith(ask)).toEqual({ data: file, target })
    expect(questions[1]).toContain('  3  sales')
  })

  it('refuses a column that is not there, and names those that are', async () => {
    await expect(askWith(answering(file, 'snow').ask)).rejects.toThrow('no column "snow": give one of "day"')
  })
})

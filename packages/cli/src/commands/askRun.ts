import { basename, extname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { UserError } from '../base/failure.ts'
import { findInput } from '../input/input.ts'

/** A question with its default answer, in words. */
type Ask = (question: string) => Promise<string>

/** What a run needs and was not told: the file, the column to predict, and where forecasts and page are written. */
export interface AskedRun {
  readonly data: string
  readonly target: string
  readonly output: string
  readonly report?: string
}

/** Whether there is a terminal at which a person can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks at the terminal. @param signal ends the wait */
export async function askRun(signal: AbortSignal): Promise<AskedRun> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // Else the key would only end the question, as if something had gone wrong.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await askWith((question) => lines.question(question, { signal }))
  } finally {
    lines.close()
  }
}

/** The same by any way to ask. */
export async function askWith(ask: Ask): Promise<AskedRun> {
  const { data, columns } = await askAgain(
    ask,
    'Which file? (CSV, Excel, Parquet, NDJSON; or boston, a shipped one) ',
    columnsOf,
  )
  const last = columns[columns.length - 1] as string
  const shown = columns.map((name, i) => `  ${i + 1}  ${name}`).join('\n')
  const target = await askAgain(
    ask,
    `Columns:\n${shown}\nWhich one is to be predicted? (name or number) [${last}] `,
    (answer) => columnOf(answer || last, columns),
  )
  const name = basename(data, extname(data))
  const kind = /^\.xls/i.test(extname(data)) ? 'xlsx' : 'csv'
  const output = `${name}-forecasts.${kind}`
  const written = (await ask(`Where should the forecasts go? [${output}] `)).trim() || output
  const page = `${name}-report.html`
  const report = (await ask(`And a page with pictures? (no: none) [${page}] `)).trim() || page
  return { data, target, output: written, ...(/^no?$/i.test(report) ? {} : { report }) }
}

/** Asks until the answer is one that there is; nothing at all ends it. */
async function askAgain<T>(ask: Ask, question: string, take: (answer: string) => T | Promise<T>): Promise<T> {
  let before = ''
  for (;;) {
    const answer = (await ask(`${before}${question}`)).trim()
    try {
      return await take(answer)
    } catch (error) {
      if (!(error instanceof UserError) || answer === '') throw error
      before = `${error.message}\n`
    }
  }
}

async function columnsOf(
  data: string,
): Promise<{ readonly data: string; readonly columns: readonly string[] }> {
  if (data === '') throw new UserError('run needs data: credence run [RECIPE] DATA')
  const { allNames } = await (await findInput(data, {})).open({})
  return { data, columns: allNames }
}

function columnOf(answer: string, columns: readonly string[]): string {
  const target = columns.includes(answer) ? answer : columns[Number(answer) - 1]
  if (target !== undefined) return target
  throw new UserError(
    `no column ${JSON.stringify(answer)}: give one of ${columns.map((name) => JSON.stringify(name)).join(', ')}, or its number`,
  )
}

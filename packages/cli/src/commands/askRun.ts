import { createInterface } from 'node:readline/promises'
import { UserError } from '../base/failure.ts'
import { findInput } from '../input/input.ts'

/** A question with its default answer, in words. */
type Ask = (question: string) => Promise<string>

/** What a run needs and was not told: the file, and the column to predict. */
export interface AskedRun {
  readonly data: string
  readonly target: string
}

/** Whether there is a terminal at which a person can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks at the terminal. @param signal ends the wait */
export async function askRun(signal: AbortSignal): Promise<AskedRun> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await askWith((question) => lines.question(question, { signal }))
  } finally {
    lines.close()
  }
}

/** The same by any way to ask. */
export async function askWith(ask: Ask): Promise<AskedRun> {
  const data = (await ask('Which file? (CSV, Excel, Parquet, NDJSON; or boston, a shipped one) ')).trim()
  if (data === '') throw new UserError('run needs data: credence run [RECIPE] DATA')
  const { allNames } = await (await findInput(data, {})).open({})
  const last = allNames[allNames.length - 1] as string
  const shown = allNames.map((name, i) => `  ${i + 1}  ${name}`).join('\n')
  const answer = (
    await ask(`Columns:\n${shown}\nWhich one is to be predicted? (name or number) [${last}] `)
  ).trim()
  if (answer === '') return { data, target: last }
  const target = allNames.includes(answer) ? answer : allNames[Number(answer) - 1]
  if (target === undefined)
    throw new UserError(
      `no column ${JSON.stringify(answer)}: give one of ${allNames.map((name) => JSON.stringify(name)).join(', ')}, or its number`,
    )
  return { data, target }
}

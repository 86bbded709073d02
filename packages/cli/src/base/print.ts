import { UserError } from './failure.ts'
import { writeStandard } from './standard.ts'

/** Prints lines to standard output, whole or not without saying so. */
export function print(...lines: readonly string[]): Promise<void> {
  return printText(lines.map((line) => `${line}\n`).join(''))
}

export function printText(text: string): Promise<void> {
  return writeStandard(1, Buffer.from(text))
}

/** Prints to standard error what the user waits for. A full disk is an error; a reader that has left is not. */
export async function tell(text: string): Promise<void> {
  await writeStandard(2, Buffer.from(text)).catch((error: unknown) => {
    if (error instanceof UserError) throw error
  })
}

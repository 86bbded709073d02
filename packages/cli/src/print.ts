import { UserError } from './failure.ts'
import { openSink, standardStream } from './files/sink.ts'

/** Prints lines to standard output, whole or not without saying so. */
export function print(...lines: readonly string[]): Promise<void> {
  return printText(lines.map((line) => `${line}\n`).join(''))
}

export async function printText(text: string): Promise<void> {
  const sink = await openSink(undefined)
  await sink.write(Buffer.from(text))
}

/** Prints to standard error what somebody waits for. A full disk is an error; a reader that has left is none. */
export async function tell(text: string): Promise<void> {
  await standardStream(2)
    .write(Buffer.from(text))
    .catch((error: unknown) => {
      if (error instanceof UserError) throw error
    })
}

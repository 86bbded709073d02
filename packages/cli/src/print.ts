import { openSink } from './files/sink.ts'

/** Prints lines to standard output, whole or not without saying so. */
export function print(...lines: readonly string[]): Promise<void> {
  return printText(lines.map((line) => `${line}\n`).join(''))
}

export async function printText(text: string): Promise<void> {
  const sink = await openSink(undefined)
  await sink.write(Buffer.from(text))
}

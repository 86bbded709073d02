import { openSink } from './files/sink.ts'

/** Prints lines to standard output, whole or not without saying so. */
export async function print(...lines: readonly string[]): Promise<void> {
  const sink = await openSink(undefined)
  await sink.write(Buffer.from(lines.map((line) => `${line}\n`).join('')))
}

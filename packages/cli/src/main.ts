import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addCommands } from './commands.ts'
import { EXIT, explain } from './failure.ts'
import { addReproduce } from './reproduce.ts'
import { addServe } from './serve.ts'
import { listenToSignals } from './signals.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The command line as commander knows it. */
export function program(signal: AbortSignal): Command {
  const root = new Command('credence')
    .description('Predict on a data stream with honest uncertainty, without tuning.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'credence: ')) })
  addCommands(root, signal)
  addReproduce(root, signal)
  addServe(root, signal)
  return root
}

/** Runs the command line and gives its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const signals = listenToSignals()
  process.stdout.on('error', leave)
  try {
    await program(signals.signal).parseAsync(argv)
    return EXIT.done
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.users
    if (signals.signal.aborted && (error as Error).name === 'AbortError') return signals.code
    const { message, code } = explain(error)
    process.stderr.write(`credence: ${message}\n`)
    return code
  } finally {
    signals.ignore()
    process.stdout.off('error', leave)
  }
}

/** A reader that closes the pipe, as head does, has seen enough: that is no failure. */
function leave(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.ours)
}

import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { asTyped, inOwnWords } from './base/asTyped.ts'
import { EXIT, explain, UserError } from './base/failure.ts'
import { otherCommand, otherOption } from './base/otherCommands.ts'
import { printText } from './base/print.ts'
import { listenToSignals, type Signals } from './base/signals.ts'
import { tooFew, tooMany } from './base/tooMany.ts'
import { addCommands } from './commands/commands.ts'
import { addReproduce } from './commands/reproduce/addReproduce.ts'
import { addServe } from './commands/serve.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/**
 * The command line as commander knows it.
 *
 * @param say takes the help and the version, which may come in pieces
 * @param refuse takes what is wrong with the words
 */
export function program(
  signal: AbortSignal,
  say: (text: string) => void = (text) => void process.stdout.write(text),
  refuse: (text: string) => void = (text) => void process.stderr.write(text),
): Command {
  const root = new Command('credence')
    .description('Predict on a data stream with honest uncertainty, without tuning.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: say,
      outputError: (text) => refuse(inOwnWords(text)),
    })
  addCommands(root, signal)
  addReproduce(root, signal)
  addServe(root, signal)
  addComplete(root)
  return root
}

/** What completes words brings a command of its own, which takes the place of ours once it is called. */
function addComplete(root: Command): void {
  const complete = root
    .command('complete')
    .description('print completions for your shell: bash, zsh, fish or powershell')
    .argument('<shell>')
    .allowExcessArguments()
    .action(async () => {
      const { default: tab } = await import('@bomb.sh/tab/commander')
      const { rawArgs } = root as Command & { readonly rawArgs: readonly string[] }
      const others = root.commands as Command[]
      others.splice(others.indexOf(complete), 1)
      tab(root)
      await root.parseAsync(rawArgs)
    })
}

/** Runs the command line and gives its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const signals = listenToSignals()
  listenToOutputs(signals)
  try {
    await parse(argv, signals.signal)
    return EXIT.done
  } catch (error) {
    if (error instanceof CommanderError) return EXIT.users
    if (signals.signal.aborted && (error as Error).name === 'AbortError') return signals.code
    const { message, code, option } = explain(error)
    process.stderr.write(`credence: ${asTyped(message, option, argv)}\n`)
    return code
  } finally {
    signals.ignore()
  }
}

async function parse(argv: readonly string[], signal: AbortSignal): Promise<void> {
  let said = ''
  let refused = ''
  const say = (text: string): void => {
    said += text
  }
  const root = program(signal, say, (text) => {
    refused += text
  })
  const known = [...root.commands.map((command) => command.name()), 'help']
  const hint = otherCommand(argv[2], known)
  if (hint !== undefined) throw new UserError(hint)
  try {
    await root.parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.excessArguments') throw tooMany(argv)
    if (error instanceof CommanderError && error.code === 'commander.missingArgument') {
      const command = root.commands.find((one) => one.name() === argv[2])
      if (command) throw tooFew(command.name(), command.usage())
    }
    const isStranger =
      error instanceof CommanderError &&
      error.code === 'commander.unknownOption' &&
      known.includes(argv[2] ?? '')
    const meant = isStranger ? otherOption(argv[2], optionIn(refused)) : undefined
    if (meant !== undefined) throw new UserError(meant)
    const [owner, other] = isStranger ? ownersOf(refused, root) : []
    if (owner !== undefined && other === undefined)
      throw new UserError(
        `unknown option '${optionIn(refused)}': credence ${owner} has it, credence ${argv[2]} has not`,
      )
    if (isStranger && !refused.includes('Did you mean'))
      throw new UserError(
        `${refused.replace(/^credence: /, '').trimEnd()}. The options of ${argv[2]} are listed by credence ${argv[2]} --help`,
      )
    process.stderr.write(refused)
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
  }
  if (said !== '') await printText(said)
}

const optionIn = (refused: string): string | undefined => /--[\w-]+/.exec(refused)?.[0]

/** The commands that have an option which another one was given. */
function ownersOf(refused: string, root: Command): string[] {
  const option = optionIn(refused)
  return root.commands
    .filter(({ options }) => options.some(({ long }) => long === option))
    .map((command) => command.name())
}

let listening: Signals | undefined

/** Errors of the standard streams come late, some after the last command: these listeners stay. */
function listenToOutputs(signals: Signals): void {
  const isFirst = listening === undefined
  listening = signals
  if (!isFirst) return
  process.stdout.on('error', leave)
  // There is nowhere left to say it.
  process.stderr.on('error', () => {})
}

/** A reader that closes the pipe, as head does, has seen enough: that is no failure, and a checkpoint is still written. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') listening?.stop(EXIT.done)
  else process.exit(EXIT.ours)
}

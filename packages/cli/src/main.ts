import { datasets } from '@credence/datasets'
import { presets, recipeJsonSchema } from '@credence/recipe'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { demoCommand } from './demo.ts'
import { EXIT, explain } from './failure.ts'
import { type OraclesCommandOptions, oraclesCommand } from './oracles.ts'
import { print } from './print.ts'
import { addReproduce } from './reproduce.ts'
import { type RunCommandOptions, runCommand } from './run.ts'
import { addServe } from './serve.ts'
import { listenToSignals } from './signals.ts'

function program(signal: AbortSignal): Command {
  const root = new Command('credence')
    .description('Predict on a data stream with honest uncertainty, without tuning.')
    .version('0.1.0')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'credence: ')) })
  root
    .command('run')
    .description('learn along the rows of a file and write one JSON object per row')
    .usage('[options] [recipe] <data>')
    .argument(
      '<recipe>',
      `a JSON file, or one of ${Object.keys(presets).join(', ')}; left out: auto, which finds out what the columns hold`,
    )
    .argument(
      '[data]',
      'CSV, NDJSON (also .gz), Parquet or Arrow; a shipped data set; or - for standard input',
    )
    .option('--target <column>', 'column to predict; default: the last')
    .addOption(
      new Option('--task <task>', 'for auto: what the target is, where it is not to be found out').choices([
        'regression',
        'classification',
        'series',
      ]),
    )
    .option('--time <column>', 'for auto: the column of times, where it is not to be found out')
    .addOption(new Option('--ahead <rows>', 'for auto: forecast so many rows ahead').argParser(toNumber))
    .addOption(
      new Option(
        '--coverage <part>',
        'for auto: part of the outcomes that the interval shall hold',
      ).argParser(toNumber),
    )
    .addOption(
      new Option('--memory <on|off>', 'for auto: off where outcomes come late').choices(['on', 'off']),
    )
    .option('--explain', 'print the recipe that would run, and stop')
    .option('-o, --output <file>', 'write there instead of standard output')
    .option('--experts', 'also report every expert')
    .addOption(new Option('--save <file>', 'keep a checkpoint, every 10,000 rows and at the end'))
    .addOption(new Option('--resume <file>', 'go on from a checkpoint, in the same output file'))
    .option('--skip-bad-rows', 'pass over rows that cannot be read or learnt from, and count them')
    .option('--delimiter <mark>', 'what stands between cells, where it is not found out')
    .addOption(new Option('--decimal <mark>', 'what stands before the fraction').choices(['.', ',']))
    .addOption(
      new Option('--thousands <mark>', 'what stands between thousands').choices([',', '.', ' ', "'"]),
    )
    .option('--encoding <name>', 'utf-8, utf-16 or latin-1')
    .option('--header', 'the first line holds names, even if they look like numbers')
    .option('--no-header', 'the first line is a row; the columns are called 1, 2, …')
    .action((first: string, second: string | undefined, options: RunCommandOptions) =>
      second === undefined
        ? runCommand(undefined, first, options, signal)
        : runCommand(first, second, options, signal),
    )
  root
    .command('oracles')
    .description('what the best forecaster, combination or sequence of forecasters would have lost')
    .argument('<recipe>', 'a JSON file of the task "experts"')
    .argument('<data>', 'as for run')
    .addOption(
      new Option('--switches <numbers>', 'how often a sequence may change its forecaster')
        .default([0, 1, 2, 5, 10], '0,1,2,5,10')
        .argParser(toSwitches),
    )
    .option('--json', 'one JSON object per oracle, with all digits')
    .action((recipe: string, data: string, options: OraclesCommandOptions) =>
      oraclesCommand(recipe, data, options, signal),
    )
  addReproduce(root, signal)
  addServe(root, signal)
  root
    .command('demo')
    .description('the paper’s SVB-EA on a shipped data set')
    .argument('[data]', 'which one', 'boston')
    .action((name: string) => demoCommand(name))
  root
    .command('datasets')
    .description('list the shipped data sets')
    .action(() =>
      print(
        ...datasets.map(
          ({ name, rows, features, about }) =>
            `${name.padEnd(14)} ${String(rows).padStart(6)} rows ${String(features).padStart(3)} features   ${about}`,
        ),
      ),
    )
  root
    .command('schema')
    .description('print the JSON Schema of a recipe, for editors')
    .action(() => print(JSON.stringify(recipeJsonSchema(), null, 2)))
  return root
}

function toNumber(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new InvalidArgumentError(`${JSON.stringify(text)} is not a number`)
}

function toSwitches(text: string): number[] {
  return text.split(',').map((part) => {
    if (/^\s*\d+\s*$/.test(part)) return Number(part)
    throw new InvalidArgumentError(`${JSON.stringify(part)} is not a whole number`)
  })
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

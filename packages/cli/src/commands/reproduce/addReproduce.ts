import { type Command, InvalidArgumentError, Option } from 'commander'
import { EXPERIMENTS } from './names.ts'
import type { ReproduceCommandOptions } from './reproduce.ts'

/** Adds `credence reproduce` to the command line. What runs it is loaded only when it is called. */
export function addReproduce(root: Command, signal: AbortSignal): void {
  root
    .command('reproduce')
    .description('run the paper’s experiments, or yours, and put each sentence beside what was measured')
    .argument(
      '[experiment]',
      `one of ${EXPERIMENTS.join(', ')}; or a file .js that exports an experiment of yours`,
      'all',
    )
    .argument('[only]', 'after readings: the experiment whose readings to run (default: all)')
    .option(
      '--replications <n>',
      'how often each is repeated (default: 30, of conformal 100; with --quick 5)',
      count,
    )
    .option('--seed <n>', 'decides every number', integer, 1)
    .option('--out <dir>', 'where to write (default: out/reproduce, with --quick out/quick)')
    .option('--quick', 'about a minute: five replications, and shorter streams where they are long')
    .addOption(
      new Option(
        '--set <name=value>',
        'a setting or a way of reading, again for each, such as share=0.01, grid=0.001,0.01 or intercept=yes',
      )
        .argParser(pair)
        .default({}, 'as we read the text'),
    )
    .option('--covertype <file>', 'the covertype data, the type in the last column')
    .option('--elec2 <file>', 'the elec2 data, 1 in the last column where the price went up')
    .option('--latex', 'also write the tables as LaTeX')
    .option('--workers <n>', 'threads (default: all cores)', count)
    .action(async (name: string, only: string | undefined, options: ReproduceCommandOptions) => {
      const { reproduceCommand } = await import('./reproduce.ts')
      const command = ['credence', ...process.argv.slice(2)].join(' ')
      await reproduceCommand(name, only, options, command, signal)
    })
}

function pair(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('must be name=value')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || text.trim() === '')
    throw new InvalidArgumentError('must be a whole number')
  return value
}

function count(text: string): number {
  const value = integer(text)
  if (value < 1) throw new InvalidArgumentError('must be at least 1')
  return value
}

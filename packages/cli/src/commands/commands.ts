import { type Command, CommanderError, Option } from 'commander'
import { choosing, toCount, toDigits, toMemory, toOrder, toShare, toSwitches } from '../base/optionValues.ts'
import { quoted } from '../base/words.ts'
import type { CompareCommandOptions } from './compare/compare.ts'
import type { ForecastCommandOptions } from './forecast/asked.ts'
import type { JudgeCommandOptions } from './judge/judge.ts'
import type { OraclesCommandOptions } from './oracles.ts'
import type { RunCommandOptions } from './runOptions.ts'

/** What each command does is loaded only when it is called: help must be there at once. */
export function addCommands(root: Command, signal: AbortSignal): void {
  addRun(root, signal)
  addForecast(root, signal)
  addJudge(root, signal)
  addCompare(root, signal)
  const oracles = root
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
  addPluginOption(oracles).action(async (recipe: string, data: string, options: OraclesCommandOptions) => {
    const { oraclesCommand } = await import('./oracles.ts')
    await oraclesCommand(recipe, data, options, signal)
  })
  root
    .command('demo')
    .description('auto on a shipped data set, beside what is naive')
    .argument('[data]', 'which one', 'boston')
    .action(async (name: string) => {
      const { demoCommand } = await import('./demo.ts')
      await demoCommand(name, signal)
    })
  root
    .command('mcp')
    .description('tools for an agent, over standard input and output: on the files of one folder')
    .argument('[folder]', 'which one; nothing outside it is read, and nothing is written', '.')
    .action(async (folder: string) => {
      const { mcpCommand } = await import('./mcp/mcp.ts')
      await mcpCommand(folder, root.version() as string, signal)
    })
  addLists(root)
}

function addRun(root: Command, signal: AbortSignal): void {
  addFileOptions(addPluginOption(addLearningOptions(addRunOptions(root)))).action(
    async (recipe: string | undefined, data: string | undefined, options: RunCommandOptions) => {
      const { runCommand } = await import('./run.ts')
      const { askRun, canAsk } = await import('./askRun.ts')
      if (recipe === undefined && canAsk()) {
        const { data: found, ...asked } = await askRun(signal)
        await runCommand('auto', found, { ...asked, ...options }, signal)
        return
      }
      const [first, second] = await withAuto(recipe, data)
      await runCommand(first, second, options, signal)
    },
  )
}

/** What a run writes. */
function addRunOptions(root: Command): Command {
  return root
    .command('run')
    .description(
      'learn along the rows of a file: one record per row, and at the end what can be said of them',
    )
    .argument('[recipe]', 'a JSON file or a preset (credence presets); left out, it is auto')
    .argument(
      '[data]',
      'CSV, NDJSON (also .gz), Excel, Parquet or Arrow; a shipped data set; or - for standard input',
    )
    .option('-o, --output <file>', 'write there: .ndjson, .csv, .xlsx or .parquet')
    .option(
      '--format <name>',
      'ndjson, csv, spreadsheet (csv without formulas) or parquet, whatever the name',
    )
    .option('--keep <columns>', 'columns of yours to carry along: a,b,c, all or none (default: the times)')
    .option(
      '--by <columns>',
      'a learner for each series, told apart by these columns: a,b or none (default: found where times repeat)',
    )
    .option('--alone', 'learn each series from its own rows alone')
    .option('--threads <n>', 'how many threads learn series (default: one for each processor)', toCount)
    .option('--group <column>', 'the column that parts rows into groups: how each is covered is shown')
    .option('--digits <n>', 'significant digits of numbers (default: all)', toDigits)
    .option('--weights', 'also the weight of every expert')
    .option('--experts', 'also what every expert believed and lost')
    .addOption(
      choosing(
        new Option(
          '--explain-rows [which]',
          'also how much of the forecast each column makes up: some rows, for at most twice the time, or all',
        ),
        ['some', 'all'],
      ).preset('some'),
    )
    .option('--save <file>', 'keep a checkpoint, every 10,000 rows and at the end')
    .option('--resume <file>', 'go on from a checkpoint, in the same output file')
    .option('--skip-bad-rows', 'pass over rows that cannot be read or learnt from, and count them')
    .option('--report <file>', 'write a page with charts there, which needs no network')
    .option('--quiet', 'no summary')
    .option('--json', 'the summary as JSON: to standard output if the records go to a file')
}

/** What a run learns. */
function addLearningOptions(run: Command): Command {
  return run
    .option('--target <column>', 'what to predict')
    .option('--forecast <column>', 'the forecasts to calibrate, for conformal recipes (default: forecast)')
    .option(
      '--width-by <columns>',
      'for conformal recipes: columns that the width of intervals follows, a,b,c',
    )
    .option('--cover-each <columns>', 'for conformal recipes: columns whose groups are each covered as asked')
    .option('--task <name>', 'regression, classification or series; for other recipes conformal or experts')
    .option('--time <column>', 'the column of times, or those of year, month and day: year,month')
    .addOption(datesOption())
    .addOption(zoneOption())
    .option('--ahead <n>', 'how many rows later the outcome comes', toCount)
    .option('--coverage <share>', 'how often intervals shall cover, 0.9 for 90 %', toShare)
    .option('--standardize', 'show a preset of the paper y in units of its past spread; auto always does')
    .option(
      '--memory <what>',
      'on (default) or off: outcomes come too late to help the next forecast; n, for presets: past rows that count',
      toMemory,
    )
    .option('--explain', 'print the recipe that would run, with what auto decided, and stop')
}

function addForecast(root: Command, signal: AbortSignal): void {
  const forecast = root
    .command('forecast')
    .description('learn a file and forecast the rows that come after it, each with an interval')
    .argument('<data>', 'as for run')
    .option('--target <column>', 'what to forecast')
    .option(
      '--steps <n>',
      'how many rows ahead (default: the rows without an outcome, or a usual span)',
      toCount,
    )
    .option('--until <day>', 'until this day, such as 2026-12-31, instead of --steps')
    .option('--time <column>', 'the column of times, or those of year, month and day (default: found)')
    .addOption(datesOption())
    .option(
      '--by <columns>',
      'the columns that tell series apart: a,b or none (default: found where times repeat)',
    )
    .option(
      '--known <columns>',
      'columns known in advance: a,b or none (default: those that blank rows carry)',
    )
    .option('--totals', 'also the sum of all series, and of each region where --by is region,store')
    .option('--coherent', 'with --totals: forecasts of parts add up to those of sums, to the last digit')
    .option('--wide', 'every column of numbers is a series of its own')
    .option('--series <columns>', 'these columns are series of their own: a,b,c')
    .option('--threads <n>', 'how many threads forecast series (default: one for each processor)', toCount)
    .option('--holidays <place>', 'public holidays of a country, or of a state in it: DE, US, DE-BY')
    .addOption(zoneOption())
    .option('--coverage <share>', 'how often intervals shall cover, 0.9 for 90 %', toShare)
    .option('-o, --output <file>', 'write there: .csv, .ndjson, .xlsx or .parquet')
    .option('--format <name>', 'csv, ndjson or parquet, whatever the name')
    .option('--digits <n>', 'significant digits of numbers (default: all)', toDigits)
    .option('--report <file>', 'write a page with charts there, which needs no network')
    .option('--sort', 'rows come in any order, newest first for one: sort them by time, and do not say so')
    .option('--samples <n>', 'also so many possible courses of the next steps, each a column', toCount)
    .option('--seed <n>', 'with --samples: other courses (default: 1)', toCount)
    .option('--save <file>', 'keep a checkpoint: the rows that the next forecast learns from')
    .option('--resume <file>', 'go on from a checkpoint: DATA has new rows, or old ones again')
    .option('--quiet', 'only the records')
  addFileOptions(forecast).action(async (data: string, options: ForecastCommandOptions) => {
    const { forecastCommand } = await import('./forecast/forecast.ts')
    await forecastCommand(data, options, signal)
  })
}

function addJudge(root: Command, signal: AbortSignal): void {
  const judge = root
    .command('judge')
    .description('whether forecasts that were written have held, now that outcomes are known')
    .argument('<data>', 'the outcomes, as for forecast')
    .argument('<forecasts...>', 'what credence forecast wrote with -o, the oldest first')
    .option('--target <column>', 'what was forecast')
    .option('--time <column>', 'the column of times, or those of year, month and day (default: found)')
    .addOption(datesOption())
    .option('--coverage <share>', 'how often intervals should cover, 0.9 for 90 %', toShare)
    .option('--json', 'the result as JSON')
  addFileOptions(judge).action(async (data: string, paths: string[], options: JudgeCommandOptions) => {
    const { judgeCommand } = await import('./judge/judge.ts')
    await judgeCommand(data, paths, options, signal)
  })
}

function addCompare(root: Command, signal: AbortSignal): void {
  const compare = root
    .command('compare')
    .description('run several recipes side by side, naive among them, and say which is surely better')
    .argument('<recipes...>', 'JSON files or presets; the last is the data')
    .addOption(
      choosing(
        new Option('--measure <what>', 'by what they are compared (default: what all of them give)'),
        MEASURES,
      ),
    )
    .option(
      '--by <columns>',
      'a learner for each series, told apart by these columns: a,b or none, as for run',
    )
    .option(
      '--over <data...>',
      'rank the recipes over these data sets: tests and a critical-difference diagram',
    )
    .option('--seeds <n>', 'with --over: seeds of each recipe on each data set (default: 1)', toCount)
    .option('--workers <n>', 'threads (default: all cores)', toCount)
    .option('--target <column>', 'what to predict')
    .option('--coverage <share>', 'how often intervals shall cover, 0.9 for 90 %', toShare)
    .option('--standardize', 'show a preset of the paper y in units of its past spread; auto always does')
    .option('--report <file>', 'write a page with charts there, which needs no network')
    .option('--json', 'the comparison as JSON')
  addFileOptions(addPluginOption(compare)).action(async (given: string[], said: CompareCommandOptions) => {
    const { UserError } = await import('../base/failure.ts')
    const options = withMeasure(said)
    if (options.over) {
      const { compareOver } = await import('./compare/over.ts')
      return compareOver(given, options.over, options, signal)
    }
    const data = given[given.length - 1] as string
    if (given.length < 2)
      throw new UserError(
        `compare needs recipes, which are ways to forecast, and then the data, such as credence compare auto svb-ea ${quoted(data)}. To forecast without choosing a recipe, use credence run ${quoted(data)}`,
      )
    const { compareCommand } = await import('./compare/compare.ts')
    await compareCommand(given.slice(0, -1), data, options, signal)
  })
}

const MEASURES = ['absolute', 'squared', 'interval', 'probability'] as const

/** `--by absolute` was once what `--measure absolute` is. */
function withMeasure({ by, ...options }: CompareCommandOptions): CompareCommandOptions {
  const measure = MEASURES.find((name) => name === by)
  return measure ? { measure, ...options } : { ...options, by }
}

/** Names of files that hold data, never a recipe. */
const DATA = /\.(?:[ct]sv|txt|ndjson|jsonl|xlsx?|ods|parquet|arrow|feather|zip)(?:\.gz)?$/i

/** `credence run DATA` is `credence run auto DATA`. */
async function withAuto(recipe: string | undefined, data: string | undefined): Promise<[string, string]> {
  const { UserError } = await import('../base/failure.ts')
  if (recipe === undefined) throw new UserError('run needs data: credence run [RECIPE] DATA')
  if (data !== undefined && !DATA.test(recipe)) return [recipe, data]
  if (data !== undefined) throw new CommanderError(2, 'commander.excessArguments', 'two files of data')
  const { presets } = await import('@credence/recipe')
  // A file .json alone is more likely a recipe than data, and learning from a recipe would look like success.
  const isRecipe = Object.hasOwn(presets, recipe) || /\.json$/i.test(recipe)
  if (!isRecipe) return ['auto', recipe]
  throw new UserError(
    `${JSON.stringify(recipe)} is a recipe. Add the data file: credence run ${recipe} FILE. If it is the data, use credence run auto ${recipe}`,
  )
}

function zoneOption(): Option {
  return new Option(
    '--zone <name>',
    'the time zone of the data, such as Europe/Berlin, where times are instants',
  )
}

function datesOption(): Option {
  return new Option('--dates <order>', 'how 3/4/2026 is read, where no cell shows it')
    .choices(['mdy', 'dmy'])
    .argParser(toOrder)
}

/** A recipe may name programs; whether they run is said here and nowhere else. */
function addPluginOption(command: Command): Command {
  return command.option('--plugins', 'run the programs that a recipe names under "plugins"')
}

/** How a file is written, where it is not to be found out. */
export function addFileOptions(command: Command): Command {
  return command
    .option('--delimiter <mark>', 'what stands between cells, where it is not found out')
    .addOption(choosing(new Option('--decimal <mark>', 'what stands before the fraction'), ['.', ',']))
    .addOption(
      choosing(new Option('--thousands <mark>', 'what stands between thousands'), [',', '.', ' ', "'"]),
    )
    .option('--encoding <name>', 'utf-8, utf-16 or latin-1')
    .option('--header', 'the first line holds names, even if they look like numbers')
    .option('--no-header', 'the first line is a row; the columns are called 1, 2, …')
}

function addLists(root: Command): void {
  const list = (name: string, about: string, lines: () => Promise<readonly string[]>): void => {
    root
      .command(name)
      .description(about)
      .action(async () => {
        const { print } = await import('../base/print.ts')
        await print(...(await lines()))
      })
  }
  list('datasets', 'list the shipped data sets', async () => {
    const { datasets } = await import('@credence/datasets')
    return datasets.map(
      ({ name, rows, features, about }) =>
        `${name.padEnd(14)} ${String(rows).padStart(6)} rows ${String(features).padStart(3)} features   ${about}`,
    )
  })
  list('presets', 'list the recipes that have a name', async () => {
    const { presets } = await import('@credence/recipe')
    return Object.entries(presets).map(([name, { task }]) => `${name.padEnd(14)} ${task ?? ''}`.trimEnd())
  })
  root
    .command('schema')
    .description('print the JSON Schema of a recipe, for editors')
    .option('--record', 'of a line of output instead')
    .action(async ({ record = false }: { record?: boolean }) => {
      const { recipeJsonSchema, recordJsonSchema } = await import('@credence/recipe')
      const { print } = await import('../base/print.ts')
      await print(JSON.stringify(record ? recordJsonSchema() : recipeJsonSchema(), null, 2))
    })
}

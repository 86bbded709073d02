import { readdirSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import { UserError } from '../../base/failure.ts'
import { suggest } from '../../base/suggest.ts'
import { describeFile } from './describeFile.ts'
import { runSelf } from './runSelf.ts'

/** Files that can be read, by the ends of their names. */
const DATA = /\.(?:csv|tsv|txt|ndjson|jsonl|parquet|arrow|feather)(?:\.gz)?$/i
/** Files that are listed where one is not found. */
const LISTED = 200

const file = z.string().describe('A file in the folder, such as sales.csv')
const target = z.string().describe('The column to predict')
const time = z.string().optional().describe('The column of times; default: found')
const coverage = z.number().gt(0).lt(1).default(0.9).describe('How often intervals shall hold the outcome')

/** Serves the tools over standard input and output until the client leaves or the signal comes. */
export async function mcpCommand(folder: string, version: string, signal: AbortSignal): Promise<void> {
  const home = homeOf(folder)
  const handle = serveStdio(() => createMcp(home, version, signal))
  await new Promise<void>((end) => {
    signal.addEventListener('abort', () => end(), { once: true })
    process.stdin.once('end', end)
    process.stdin.once('close', end)
  })
  await handle.close()
}

/** Adds a tool that reads: what its user did wrong is its answer, and marked as an error. */
function adder(server: McpServer) {
  return <Shape extends z.ZodRawShape>(
    name: string,
    description: string,
    shape: Shape,
    work: (given: z.output<z.ZodObject<Shape>>) => Promise<string>,
  ): void => {
    const inputSchema = z.strictObject(shape)
    server.registerTool(
      name,
      { description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } },
      async (given) => {
        try {
          const text = await work(given as z.output<z.ZodObject<Shape>>)
          return { content: [{ type: 'text' as const, text }] }
        } catch (error) {
          if (!(error instanceof UserError)) throw error
          return { content: [{ type: 'text' as const, text: error.message }], isError: true }
        }
      },
    )
  }
}

/** The tools, on files of one folder. Nothing is written, and nothing outside the folder is read. */
function createMcp(home: string, version: string, signal: AbortSignal): McpServer {
  const server = new McpServer({ name: 'credence', version })
  const add = adder(server)
  const credence: Credence = (...args) =>
    runSelf(args.filter((arg) => arg !== undefined).map(String), home, signal)

  add(
    'describe',
    'Lists the data files of the folder or, for one file, its columns: what each holds, and example cells.',
    { file: file.optional() },
    async ({ file }) =>
      file === undefined ? filesIn(home).join('\n') : describeFile(pathIn(home, file), signal),
  )
  addForecast(add, home, credence)
  add(
    'run',
    'Learns along the rows of a file and reports how well each row was predicted before its outcome was seen: error beside naive forecasts, coverage, warnings.',
    { file, target, time, coverage },
    ({ file, target, time, coverage }) =>
      credence(
        ...['run', 'auto', pathIn(home, file), '--target', target, '--coverage', coverage],
        ...['--json', '-o', process.platform === 'win32' ? 'NUL' : '/dev/null', '--format', 'ndjson'],
        ...option('--time', time),
      ),
  )
  add(
    'compare',
    'Runs several recipes side by side on a file, naive forecasts among them, and says which is better for certain.',
    {
      file,
      target,
      recipes: z
        .array(z.string().regex(/^[a-z][a-z0-9-]*$/))
        .min(1)
        .max(8)
        .default(['auto']),
    },
    ({ file, target, recipes }) =>
      credence('compare', ...recipes, pathIn(home, file), '--target', target, '--json'),
  )
  add(
    'explain',
    'Prints the recipe that would run on a file: the task, the columns and the experts that were chosen.',
    { file, target, time },
    ({ file, target, time }) =>
      credence(
        ...['run', 'auto', pathIn(home, file), '--target', target, '--explain'],
        ...option('--time', time),
      ),
  )
  return server
}

/** Calls this program. */
type Credence = (...args: readonly (string | number | undefined)[]) => Promise<string>

function addForecast(add: ReturnType<typeof adder>, home: string, credence: Credence): void {
  add(
    'forecast',
    'Forecasts the rows that come after a file: mean, median, and an interval for each step and for their total, and how good such forecasts were on the earlier rows.',
    {
      file,
      target,
      steps: z.int().positive().max(1000).optional().describe('How many rows ahead'),
      until: z.string().optional().describe('Until this day, such as 2026-12-31, instead of steps'),
      time,
      by: z.string().optional().describe('The columns that tell series apart, such as store'),
      coverage,
    },
    ({ file, target, steps, until, time, by, coverage }) =>
      credence(
        ...['forecast', pathIn(home, file), '--target', target, '--digits', 6, '--coverage', coverage],
        ...option('--steps', steps),
        ...option('--until', until),
        ...option('--time', time),
        ...option('--by', by),
      ),
  )
}

function option(name: string, value: string | number | undefined): (string | number)[] {
  // As one word: a value that starts with a dash is no option.
  return value === undefined ? [] : [`${name}=${value}`]
}

function homeOf(folder: string): string {
  try {
    const home = realpathSync(folder)
    if (statSync(home).isDirectory()) return home
  } catch {}
  throw new UserError(`there is no folder ${JSON.stringify(folder)}`)
}

/** The file that is meant, if it lies in the folder, also when links are followed. */
export function pathIn(home: string, file: string): string {
  let path: string
  try {
    path = realpathSync(resolve(home, file))
  } catch {
    throw new UserError(`there is no file ${JSON.stringify(file)}: ${suggest(file, filesIn(home))}`)
  }
  const inside = relative(home, path)
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside))
    throw new UserError(`${JSON.stringify(file)} is not in the folder`)
  if (!statSync(path).isFile()) throw new UserError(`${JSON.stringify(file)} is not a file`)
  return path
}

function filesIn(home: string): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && DATA.test(entry.name))
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .sort()
    .slice(0, LISTED)
}

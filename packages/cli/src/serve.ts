import { type Command, InvalidArgumentError, Option } from 'commander'
import { print } from './print.ts'

interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly data: string
  readonly database?: string
  readonly tokenFile?: string
  readonly memory: number
  readonly logLevel: string
  readonly webhook?: string
}

interface TokenOptions {
  readonly file: string
  readonly scopes: string
  readonly models?: string
}

/** The commands of the service. Its package is loaded when one is called: most runs never need it. */
export function addServe(root: Command, signal: AbortSignal): void {
  root
    .command('serve')
    .description('learners behind HTTP: a state per key that survives any crash')
    .option('--host <address>', 'where to listen; beyond this machine a token file is needed', '127.0.0.1')
    .addOption(new Option('--port <number>', 'which port; 0: any').default(8710).argParser(toCount))
    .option('--data <directory>', 'where the embedded database lies', 'credence-data')
    .addOption(
      new Option(
        '--database <url>',
        'postgres://…, instead of the embedded database; several, by commas',
      ).env('CREDENCE_DATABASE'),
    )
    .option('--token-file <file>', 'who may ask: made by credence token')
    .option('--webhook <url>', 'tell alerts there, signed with CREDENCE_WEBHOOK_SECRET')
    .addOption(new Option('--memory <keys>', 'keys kept in memory').default(10_000).argParser(toCount))
    .addOption(
      new Option('--log-level <level>', 'what to log')
        .choices(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
        .default('info'),
    )
    .action(async (options: ServeOptions) => {
      const { serveCommand } = await import('@credence/serve')
      await serveCommand(options, signal, print)
    })
  root
    .command('token')
    .description('make a token, show it once, and keep its hash in a token file')
    .argument('<name>', 'whose it is')
    .option('--file <file>', 'the token file', 'tokens.ndjson')
    .option('--scopes <scopes>', 'what it allows: read, learn, admin', 'read,learn')
    .option('--models <models>', 'on which models; default: all')
    .action(async (name: string, { file, scopes, models }: TokenOptions) => {
      const { addToken, parseScopes } = await import('@credence/serve')
      await print(addToken(file, name, parseScopes(scopes), models?.split(',')))
    })
}

function toCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('it must be a whole number')
}

/** An option of a command, as the shell shows it. */
export interface CommandOption {
  /** As commander reads it. */
  readonly flag: string
  readonly about: string
  /** A number makes the option a whole number. Absent: it may be left out. */
  readonly default?: string | number
  /** The variable that gives it where the shell does not. */
  readonly env?: string
  readonly choices?: readonly string[]
}

/** The options of `credence serve`: said here, read by the shell and by `openServer`. */
export const SERVE_OPTIONS = {
  host: {
    flag: '--host <address>',
    about: 'where to listen; beyond this machine a token file is needed',
    default: '127.0.0.1',
  },
  port: { flag: '--port <number>', about: 'which port; 0: any', default: 8710 },
  data: {
    flag: '--data <directory>',
    about: 'where the embedded database lies (default: credence-data; with --stdio: in memory)',
  },
  stdio: {
    flag: '--stdio',
    about:
      'no port: a line of JSON on standard input is an event or a request, and a line comes back for each',
  },
  database: {
    flag: '--database <url>',
    about: 'postgres://…, instead of the embedded database; several, by commas',
    env: 'CREDENCE_DATABASE',
  },
  tokenFile: { flag: '--token-file <file>', about: 'who may ask: made by credence token' },
  webhook: {
    flag: '--webhook <url>',
    about: 'tell alerts there, signed with CREDENCE_WEBHOOK_SECRET',
  },
  remoteWrite: {
    flag: '--remote-write <url>',
    about: 'write the forecasts of series that came from Prometheus back there, with their intervals',
    env: 'CREDENCE_REMOTE_WRITE',
  },
  alertmanager: {
    flag: '--alertmanager <url>',
    about: 'the Alertmanager that is told of alerts, and when they are over; several, by commas',
  },
  eventHeader: {
    flag: '--event-header <name>',
    about:
      'a header by which your proxy names a request that it may send to two workers, such as x-request-id',
  },
  memory: {
    flag: '--memory <size>',
    about:
      'memory for keys, such as 512MB: those used least recently are let go, and read again when they are needed',
    default: '512MB',
  },
  keepIdle: {
    flag: '--keep-idle <span>',
    about: 'remove a key that had no event for so long, such as 90d; default: never',
  },
  history: {
    flag: '--history <span>',
    about: 'keep the rounds of every key for so long, such as 30d, to look back at; default: none',
  },
  diskQuota: {
    flag: '--disk-quota <size>',
    about: 'take no new key where the database is larger than this, such as 20GB; default: any size',
  },
  roundBudget: {
    flag: '--round-budget <span>',
    about:
      'how long one round of a recipe may take; a dearer recipe is refused, because all keys wait for it',
    default: '50ms',
  },
  cors: {
    flag: '--cors <origins>',
    about: 'other sites whose pages may ask, such as https://app.example.org; several, by commas',
  },
  accessLog: {
    flag: '--access-log <what>',
    about: 'which requests to log; changes of models, deletes and restores always are',
    default: 'none',
    choices: ['none', 'errors', 'all'],
  },
  logLevel: {
    flag: '--log-level <level>',
    about: 'what to log',
    default: 'info',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/** The options of `credence token`. */
export const TOKEN_OPTIONS = {
  expires: { flag: '--expires <span>', about: 'for how long it works, such as 90d; default: for ever' },
  rate: { flag: '--rate <number>', about: 'events a second that it may send to a worker; default: any' },
  bytes: { flag: '--bytes <size>', about: 'bytes a second, such as 1MB; default: any' },
  keys: { flag: '--keys <number>', about: 'new keys a day; default: any' },
  file: { flag: '--file <file>', about: 'the token file', default: 'tokens.ndjson' },
  scopes: { flag: '--scopes <scopes>', about: 'what it allows: read, learn, admin', default: 'read,learn' },
  models: { flag: '--models <models>', about: 'on which models; default: all' },
} as const satisfies Readonly<Record<string, CommandOption>>

/** The options of `credence tokens`. */
export const TOKENS_OPTIONS = {
  file: { flag: '--file <file>', about: 'the token file', default: 'tokens.ndjson' },
  revoke: { flag: '--revoke <name>', about: 'take the tokens of this name out of the file' },
} as const satisfies Readonly<Record<string, CommandOption>>

/** What the shell gives for a table of options. */
export type OptionsOf<Table extends Readonly<Record<string, CommandOption>>> = {
  readonly [Name in keyof Table as Table[Name] extends { default: string | number }
    ? Name
    : never]: Table[Name] extends { default: number } ? number : string
} & {
  readonly [Name in keyof Table as Table[Name] extends { default: string | number }
    ? never
    : Name]?: Table[Name] extends { flag: `${string}<${string}` } ? string : boolean
}

/** What a table says where the shell is given nothing. */
export function defaultsOf<Table extends Readonly<Record<string, CommandOption>>>(
  table: Table,
): OptionsOf<Table> {
  const known = Object.entries(table).filter(([, option]) => option.default !== undefined)
  return Object.fromEntries(known.map(([name, option]) => [name, option.default])) as OptionsOf<Table>
}

export type ServeCommandOptions = OptionsOf<typeof SERVE_OPTIONS>

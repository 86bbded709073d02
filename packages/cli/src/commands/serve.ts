import {
  type CommandOption,
  type OptionsOf,
  SERVE_OPTIONS,
  type ServeCommandOptions,
  TOKEN_OPTIONS,
  TOKENS_OPTIONS,
} from '@credence/serve/options'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { choosing } from '../base/optionValues.ts'
import { print, printText } from '../base/print.ts'

/** The commands of the service. Its package is loaded when one is called: most runs never need it. */
export function addServe(root: Command, signal: AbortSignal): void {
  const serve = root
    .command('serve')
    .description('learners behind HTTP: a state per key that survives any crash')
    .action(async (options: ServeCommandOptions) => {
      const { serveCommand, stdioCommand } = await import('@credence/serve')
      if (options.stdio) await stdioCommand(options, signal, printText)
      else await serveCommand(options, signal, process.stdout.isTTY ? print : undefined)
      // A connection to a database that does not answer stays half open: it must not keep the process.
      setTimeout(() => process.exit(), 500).unref()
    })
  for (const option of Object.values(SERVE_OPTIONS)) serve.addOption(toOption(option))
  const token = root
    .command('token')
    .description('make a token, show it once, and keep its hash in a token file')
    .argument('<name>', 'whose it is')
    .action(async (name: string, options: OptionsOf<typeof TOKEN_OPTIONS>) => {
      const { tokenCommand } = await import('@credence/serve')
      await print(tokenCommand(name, options))
    })
  for (const option of Object.values(TOKEN_OPTIONS)) token.addOption(toOption(option))
  const tokens = root
    .command('tokens')
    .description('list the tokens of a token file, or revoke some')
    .action(async (options: OptionsOf<typeof TOKENS_OPTIONS>) => {
      const { tokensCommand } = await import('@credence/serve')
      await print(tokensCommand(options))
    })
  for (const option of Object.values(TOKENS_OPTIONS)) tokens.addOption(toOption(option))
}

function toOption({ flag, about, default: usual, env, choices }: CommandOption): Option {
  const option = new Option(flag, about)
  if (usual !== undefined) option.default(usual)
  if (typeof usual === 'number') option.argParser(toCount)
  if (env !== undefined) option.env(env)
  return choices ? choosing(option, choices) : option
}

function toCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('must be a whole number')
}

import { existsSync } from 'node:fs'
import { unquoted } from './asTyped.ts'
import { UserError } from './failure.ts'

/** More words than a command takes: a name in two words and no quotes, several files, or anything else. */
export function tooMany(argv: readonly string[]): UserError {
  const [, , command = '', ...words] = argv
  const hint = unquoted(words, (word) => word === '-' || existsSync(word))
  if (hint !== undefined) return new UserError(`a name with a space must be in quotes. Did you mean ${hint}?`)
  const isData = (word: string): boolean => existsSync(word) && !/\.json$/i.test(word)
  const files = words.filter((word, i) => isData(word) && !words[i - 1]?.startsWith('-'))
  return new UserError(
    files.length > 1
      ? `${command} takes one data file, and there are ${files.length}: ${files.join(', ')}. Join them into one file, the oldest rows first. Or run each alone: then none learns from the others`
      : `${command} takes fewer words. What it takes is shown by credence ${command} --help`,
  )
}

/** Fewer words than a command takes. @param usage as commander writes it: `[options] <data> <forecasts...>` */
export function tooFew(command: string, usage: string): UserError {
  const words = usage.replace('[options] ', '').replace(/[<>]/g, '').replaceAll('...', '…').toUpperCase()
  const [word] = ['DATA', 'FILE'].filter((one) => words.split(' ').includes(one))
  const where = word === undefined ? '' : `, where ${word} is your file, such as sales.csv`
  return new UserError(
    `the command is not complete. Write credence ${command} ${words}${where}; credence ${command} --help explains each word`,
  )
}

import { quoted } from './words.ts'

/**
 * A message about an option, which begins with that option as it was typed: `--by city: no column "city"`.
 *
 * @param option as the library calls it; undefined, or not typed: the message stays as it is
 */
export function asTyped(message: string, option: string | undefined, argv: readonly string[]): string {
  if (option === undefined) return message
  const name = `--${option.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
  const place = argv.findIndex((word) => word === name || word.startsWith(`${name}=`))
  const [, value = argv[place + 1] ?? ''] = argv[place]?.split(/=(.*)/s) ?? []
  if (place < 0) return message
  const typed = `${name} ${quoted(value)}`
  if (message.startsWith(`${option} ${value} `)) return `--${message}`
  if (!message.startsWith(`${option} `)) return `${typed}: ${message}`
  return `${typed}${withoutReceived(message.slice(option.length), value)}`
}

/** A message without its last words on what was received, where these only say the value again. */
function withoutReceived(message: string, value: string): string {
  const again = [`; received "${value}"`, `; received ${value}`].find((words) => message.endsWith(words))
  return again === undefined ? message : message.slice(0, -again.length)
}

/** A message of commander in the form of all others. */
export function inOwnWords(text: string): string {
  const [, flags = '', value, must] =
    /^error: option '([^']*)' argument (?:missing|'(.*)' is invalid\. (.*))$/s.exec(text.trimEnd()) ?? []
  const flag = flags.split(' ').find((word) => word.startsWith('--'))
  if (flag === undefined) return text.replace(/^error: /, 'credence: ')
  if (value === undefined) return `credence: ${flag} needs a value: write it after the option\n`
  return `credence: ${flag} ${quoted(value)} ${must}\n`
}

/** An option with a name in two words and no quotes, as `--target net sales`; undefined where there is none. */
export function unquoted(argv: readonly string[], isKnown: (word: string) => boolean): string | undefined {
  const isWord = (word: string | undefined): word is string => word !== undefined && !word.startsWith('-')
  const place = argv.findIndex((word, i) => {
    const [value, next] = [argv[i + 1], argv[i + 2]]
    return /^--[a-z-]+$/.test(word) && isWord(value) && isWord(next) && !isKnown(next)
  })
  return place < 0 ? undefined : `${argv[place]} ${JSON.stringify(`${argv[place + 1]} ${argv[place + 2]}`)}`
}

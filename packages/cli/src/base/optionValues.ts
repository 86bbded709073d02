import { InvalidArgumentError, type Option } from 'commander'

/** The option with one of some values; another one is refused in the words of all messages. */
export function choosing(option: Option, values: readonly string[]): Option {
  return option.choices(values).argParser((text: string) => {
    if (values.includes(text)) return text
    const each = values.map((value) => (/^\w/.test(value) ? value : JSON.stringify(value)))
    throw new InvalidArgumentError(`must be ${each.slice(0, -1).join(', ')} or ${each.at(-1)}`)
  })
}

export function toSwitches(text: string): number[] {
  return text.split(',').map((part) => {
    if (/^\s*\d+\s*$/.test(part)) return Number(part)
    throw new InvalidArgumentError('must be whole numbers with commas between, such as 300,600')
  })
}

const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

export function toCount(text: string): number {
  if (isCount(text)) return Number(text)
  throw new InvalidArgumentError('must be a whole number, 1 or more')
}

export function toOrder(text: string): string {
  if (text === 'mdy' || text === 'dmy') return text
  throw new InvalidArgumentError(
    'must be dmy (day first) or mdy (month first). Dates such as 2026-03-31 need no option',
  )
}

export function toMemory(text: string): number | boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  if (isCount(text)) return Number(text)
  throw new InvalidArgumentError('must be on, off or a whole number, 1 or more')
}

export function toDigits(text: string): number {
  const digits = toCount(text)
  if (digits <= 17) return digits
  throw new InvalidArgumentError('must be a whole number from 1 to 17')
}

export function toShare(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share > 0 && share < 1) return share
  const percents = Number(text.trimEnd().replace(/%$/, ''))
  const hint = percents > 1 && percents < 100 ? `. Did you mean ${percents / 100}?` : ''
  throw new InvalidArgumentError(`must be above 0 and below 1${hint}`)
}

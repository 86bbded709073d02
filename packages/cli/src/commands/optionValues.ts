import { InvalidArgumentError } from 'commander'

export function toSwitches(text: string): number[] {
  return text.split(',').map((part) => {
    if (/^\s*\d+\s*$/.test(part)) return Number(part)
    throw new InvalidArgumentError(`${JSON.stringify(part)} is not a whole number`)
  })
}

export function toCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('must be a whole number, 1 or more')
}

export function toOrder(text: string): string {
  if (text === 'mdy' || text === 'dmy') return text
  throw new InvalidArgumentError(
    'must be dmy (day first) or mdy (month first). Dates such as 2026-03-31 need no option',
  )
}

export function toMemory(text: string): number | boolean {
  return text === 'on' || text === 'off' ? text === 'on' : toCount(text)
}

export function toDigits(text: string): number {
  const digits = toCount(text)
  if (digits <= 17) return digits
  throw new InvalidArgumentError('must be a whole number from 1 to 17')
}

export function toShare(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share > 0 && share < 1) return share
  const hint = share > 1 && share < 100 ? ` Did you mean ${share / 100}?` : ''
  throw new InvalidArgumentError(`must be above 0 and below 1.${hint}`)
}

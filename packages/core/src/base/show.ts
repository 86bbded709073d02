import { ArgumentError } from './errors.ts'

/** A value as a person would write it, short enough for one line. */
export function show(value: unknown): string {
  return shown(value, 0)
}

/** Lists in lists end after three levels: a value may be as deep as a file can write it. */
function shown(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === 'function') return 'a function'
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const first = Array.prototype.slice.call(value, 0, 6) as unknown[]
    return `[${first.map((item) => (depth > 2 ? '…' : shown(item, depth + 1))).join(', ')}]`
  }
  return 'an object'
}

/** The one form of a refusal: `share must be in [0, 1]; received 1.5`. */
export function refuse(name: string, requirement: string, value: unknown): never {
  throw new ArgumentError(`${name} must be ${requirement}; received ${show(value)}`)
}

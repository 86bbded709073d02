import { ArgumentError } from '../base/errors.ts'
import { unmarked } from '../base/markedNumber.ts'

/** How numbers are written where they are not written as in JavaScript. */
export interface NumberStyle {
  /** Before the fraction. @default '.', or ',' where points part thousands */
  readonly decimal?: '.' | ',' | undefined
  /** Between groups of three digits; a space stands for every kind of space. @default none */
  readonly thousands?: '.' | ',' | ' ' | "'" | undefined
}

/** Turns a number in such a style into the one that JavaScript reads; undefined where the cell is no such number. */
export function localNumber(style: NumberStyle): ((cell: string) => string | undefined) | null {
  const { thousands } = style
  const decimal = decimalOf(style)
  if (decimal === thousands)
    throw new ArgumentError(`decimal and thousands must differ; both are ${JSON.stringify(decimal)}`)
  if (decimal === '.' && thousands === undefined) return null
  const group = thousands === undefined ? '' : `|\\d{1,3}(?:[${GROUPS[thousands]}]\\d{3})+`
  const shape = new RegExp(`^([+-]?)(\\d+${group})?(?:\\${decimal}(\\d*))?(e[+-]?\\d+)?$`, 'i')
  return (cell) => {
    const parts = shape.exec(cell)
    if (parts === null) return undefined
    const [, sign = '', whole = '', fraction = '', exponent = ''] = parts
    if (whole === '' && fraction === '') return undefined
    return `${sign}${whole.replace(/\D/g, '') || '0'}.${fraction}${exponent}`
  }
}

function decimalOf({ decimal, thousands }: NumberStyle): '.' | ',' {
  return decimal ?? (thousands === '.' ? ',' : '.')
}

const GROUPS = { '.': '.', ',': ',', ' ': ' \u00a0\u202f\u2009', "'": "'\u2019" } as const

/**
 * What the cells of a file say about the style of its numbers. `doubtful` is a number that was read with a decimal point,
 * such as 1.237, though the point may as well part thousands.
 */
export type StyleFound =
  | { readonly style: NumberStyle; readonly doubtful?: string }
  | { readonly ambiguous: string }

/**
 * The style of numbers that a sample of cells shows.
 *
 * `1,5` and `1.234,5` speak for a decimal comma, `1.5` and `1,234.5` for a point; `1,234` alone may be either.
 *
 * @param usual the style where no cell speaks against it
 */
export function styleOf(cells: Iterable<string>, delimiter: string, usual: NumberStyle = {}): StyleFound {
  const seen = {
    point: false,
    comma: false,
    unclear: '',
    groups: false,
    commas: false,
    spaces: false,
    ticks: false,
    dotted: '',
  }
  for (const cell of cells) {
    const text = unmarked(cell.trim()).replace(/^[+-]/, '')
    if (/^\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?:[.,]\d*)?$/.test(text)) seen.spaces = true
    if (/^\d{1,3}(?:['\u2019]\d{3})+(?:[.,]\d*)?$/.test(text)) seen.ticks = true
    const digits = text.replace(/[ \u00a0\u202f\u2009'\u2019]/g, '')
    if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) seen.comma = seen.groups = true
    else if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) seen.groups = true
    else if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(digits)) seen.point = seen.commas = true
    else if (/^\d{1,3}(?:,\d{3}){2,}$/.test(digits)) seen.commas = true
    else if (/^\d{1,3},\d{3}$/.test(digits) && !digits.startsWith('0,')) seen.unclear ||= text
    else if (/^\d*,\d+(?:e[+-]?\d+)?$/i.test(digits)) seen.comma = true
    else if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) {
      seen.groups = true
      seen.dotted ||= text
    } else if (/^\d*\.\d+(?:e[+-]?\d+)?$/i.test(digits)) seen.point = true
  }
  const isDenied = decimalOf(usual) === ',' ? seen.point || seen.commas : seen.comma
  if (!isDenied && (usual.decimal ?? usual.thousands) !== undefined) return { style: usual }
  const isSpaced = !seen.groups && (seen.spaces || seen.ticks)
  const spaced = seen.spaces ? { thousands: ' ' as const } : seen.ticks ? { thousands: "'" as const } : {}
  // Where the comma is decimal, a point that comes later parts thousands.
  if (seen.comma && !seen.point)
    return { style: { decimal: ',', ...(isSpaced ? spaced : { thousands: '.' }) } }
  if (seen.commas || (seen.unclear !== '' && (seen.point || delimiter === ',')))
    return { style: { thousands: ',' } }
  if (seen.unclear !== '' && !seen.comma) return { ambiguous: seen.unclear }
  const isDoubtful = seen.dotted !== '' && !seen.point && delimiter === ';'
  return { style: spaced, ...(isDoubtful && { doubtful: seen.dotted }) }
}

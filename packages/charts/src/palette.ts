/** Colours that people with any colour vision can tell apart (Okabe & Ito 2008). */
export const palette = {
  black: '#000000',
  orange: '#E69F00',
  sky: '#56B4E9',
  green: '#009E73',
  blue: '#0072B2',
  vermilion: '#D55E00',
  purple: '#CC79A7',
  grey: '#8A8A8A',
} as const

/** Viridis from its dark end to where it is still readable on white. */
const RAMP = ['#440154', '#472f7d', '#39568c', '#287c8e', '#1f9e89', '#44bf70', '#8fd744', '#c8d419']

/** n colours in an order that shows: for experts on a grid. */
export function ordered(n: number): string[] {
  return Array.from({ length: n }, (_, i) => between(n === 1 ? 0.5 : i / (n - 1)))
}

function between(position: number): string {
  const at = position * (RAMP.length - 1)
  const i = Math.min(RAMP.length - 2, Math.floor(at))
  const parts = (hex: string): number[] => [1, 3, 5].map((p) => Number.parseInt(hex.slice(p, p + 2), 16))
  const [a, b] = [parts(RAMP[i]), parts(RAMP[i + 1])]
  const mixed = a.map((value, c) => Math.round(value + (at - i) * (b[c] - value)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

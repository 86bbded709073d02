import type { AnyOptions, Option } from '../src/base/options.ts'
import type { Value } from '../src/base/values.ts'
import * as credence from './all.ts'
import { fits } from './variations.ts'

/** Two of each noun that an option can ask for. */
const NOUNS: Readonly<Record<string, readonly unknown[]>> = {
  expert: [credence.recent(), credence.knn()],
  kernel: [credence.matern32(), credence.matern52()],
  meta: [credence.ewa(), credence.boa()],
  rate: [credence.horizonRate({ interval: 50 }), credence.rollingRate()],
  schedule: [credence.inverseSqrt(0.5), credence.inverseSqrtHorizon(0.5)],
  loss: [credence.squared, credence.absolute],
  score: [credence.mean, credence.point],
  method: [credence.agaci(), credence.pidMethod()],
  conformity: [credence.absoluteResidual, credence.signedResidual],
}

/** Every option of a declaration by name: `base` with each of its samples, and with what is required beside it. */
export function samplesOf({ declared }: AnyOptions, base: object): Map<string, object[]> {
  const required = Object.entries(declared).filter(([, one]) => !('default' in one) && !('absent' in one))
  const whole = { ...Object.fromEntries(required.map(([name, one]) => [name, samples(one)[0]])), ...base }
  return new Map(
    Object.entries(declared).map(([name, option]) => [
      name,
      samples(option).map((sample) => ({ ...whole, [name]: sample })),
    ]),
  )
}

/** A few values of an option, of every sort that it allows; of an axis also two at once. */
function samples({ axis, value }: Option): unknown[] {
  const found = valuesOf((axis ?? value) as Value)
  return axis && found.length > 1 && !axis.resembles(found.slice(0, 2))
    ? [...found, found.slice(0, 2)]
    : found
}

function valuesOf(value: Value): unknown[] {
  const { shape } = value
  if (shape.type === 'boolean') return [false, true]
  if (shape.type === 'choice') return [...shape.of]
  if (shape.type === 'null') return [null]
  // Names of columns, and of time zones.
  if (shape.type === 'text') return ['a', 'b', 'Asia/Tokyo', 'Europe/Berlin']
  if (shape.type === 'interval')
    return [
      [-1, 1],
      [-2, 1],
      [-1, 2],
    ]
  if (shape.type === 'either') return shape.of.flatMap(valuesOf)
  if (shape.type === 'record') {
    const all = [...samplesOf(shape.options, {}).values()].flat()
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
  }
  if (shape.type === 'noun') return [...(NOUNS[shape.noun] ?? [])]
  if (shape.type === 'number') {
    return [0.25, 0.4, 1, 2, 3, 5].filter((n) => fits(value, n)).slice(0, 2)
  }
  if (shape.type !== 'list') return []
  const [one, other] = valuesOf(shape.of)
  const length = Math.max(1, shape.least)
  if (one === undefined || other === undefined) return []
  return [one, other].map((first, i) =>
    Array.from({ length }, (_, k) => (k === 0 ? first : i === 0 ? other : one)),
  )
}

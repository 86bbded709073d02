import { decimal, undecided } from '../../src/stream/decimal.ts'
import * as credence from '../all.ts'
import { digest } from '../fuzz/digest.ts'
import { playRandomLife } from '../ledgerBounds.ts'

/** What was looked at, and how often a promise was broken. */
export interface Held {
  readonly done: number
  readonly broken: number
}

const { normal, seededRng, uniform } = credence

/** Bounds that the ledger shows in random lives, each beside the regret that it bounds. */
export function ledgerBounds(count: number): Held {
  let done = 0
  let broken = 0
  for (let seed = 1; done < count; seed++) {
    try {
      done += playRandomLife(seed)
    } catch {
      broken++
    }
  }
  return { done, broken }
}

const LEARNERS: readonly (() => credence.Learner<never, unknown, unknown>)[] = [
  () =>
    credence.aggregate({ experts: credence.svb({ scale: [0.1, 1] }), loss: credence.squared, switches: 1 }),
  () =>
    credence.aggregate({
      experts: credence.conjugate({ noise: [0.5, 1] }),
      loss: credence.logDensity,
      score: credence.annealed,
      meta: credence.squint() as never,
    }),
  () =>
    credence.aggregate({
      experts: [credence.knn({ window: 8 }), credence.mondrianForest({ learners: 1 })],
      loss: credence.squared,
      meta: credence.mixingPast() as never,
    }),
  () =>
    credence.aggregate({
      experts: credence.gp({ noise: 0.5, window: 6 }),
      loss: credence.logDensity,
      meta: credence.boa() as never,
    }),
  () => credence.withIntervals(credence.aggregate({ experts: credence.recent(), loss: credence.squared })),
] as never

/** Learners that are saved and restored after every round, beside one that never was: bit for bit the same. */
export function lockStepRestores(count: number): Held {
  let done = 0
  let broken = 0
  for (let seed = 1; done < count; seed++) {
    const rng = seededRng(seed)
    const make = LEARNERS[seed % LEARNERS.length]
    const whole = make()
    let copy = make()
    for (let t = 0; t < 60 && done < count; t++, done++) {
      const x = [normal(rng), normal(rng)] as never
      const y = normal(rng)
      whole.learn(x, y)
      copy.learn(x, y)
      copy = make().restore(t % 2 === 0 ? copy.save() : copy.save('json'))
      if (digest(copy.state) !== digest(whole.state)) broken++
    }
  }
  return { done, broken }
}

/** Saves with a byte changed, cut off, or doubled: each must be refused. */
export function damagedSaves(count: number): Held {
  const rng = seededRng(7)
  let broken = 0
  const saves = LEARNERS.map((make) => {
    const learner = make()
    for (let t = 0; t < 20; t++) learner.learn([normal(rng), normal(rng)] as never, normal(rng))
    return { learner, bytes: learner.save() }
  })
  for (let i = 0; i < count; i++) {
    const { learner, bytes } = saves[i % saves.length]
    try {
      learner.restore(damaged(bytes, i, () => uniform(rng)))
      broken++
    } catch (error) {
      if (!(error instanceof credence.ArgumentError)) broken++
    }
  }
  return { done: count, broken }
}

function damaged(bytes: Uint8Array, i: number, random: () => number): Uint8Array {
  const at = Math.floor(random() * bytes.length)
  if (i % 4 === 0) return bytes.slice(0, at)
  if (i % 4 === 1) return Uint8Array.of(...bytes.slice(0, at), 7, ...bytes.slice(at))
  const changed = bytes.slice()
  changed[at] ^= 1 << Math.floor(8 * random())
  return changed
}

/** Certificates of coverage after every round, under outcomes that jump, drift, repeat or aim at the interval's end. */
export function certificates(count: number): Held {
  let done = 0
  let broken = 0
  for (let seed = 1; done < count; seed++) {
    const rng = seededRng(seed)
    const learner = credence.conformal({ coverage: [0.5, 0.9, 0.99][seed % 3] })
    const mood = seed % 4
    for (let t = 0; t < 300 && done < count; t++, done++) {
      const { upper } = learner.predict(0)
      const jump = t > 150 ? 100 : 1
      const y = [normal(rng), jump * normal(rng), Math.round(normal(rng)), upper + 1e-6][mood]
      learner.learn(Number.isFinite(y) ? y : normal(rng))
      const { error, bound } = learner.coverage.certificate
      if (error === undefined || bound === undefined || error > bound + 1e-12) broken++
    }
  }
  return { done, broken }
}

/** Streams of coins: how many had an interval, at any of 200 rounds, without the truth. At most 5 % may. */
export function confidenceSequences(count: number): Held {
  let failures = 0
  for (let seed = 1; seed <= count; seed++) {
    const rng = seededRng(seed)
    const p = [0.05, 0.1, 0.5, 0.9][seed % 4]
    const state = credence.createConfidence()
    let failed = false
    for (let t = 0; t < 200 && !failed; t++) {
      credence.observe(state, uniform(rng) < p ? 1 : 0)
      const [low, high] = credence.confidenceInterval(state, 0.05)
      failed = !(low <= p && p <= high)
    }
    if (failed) failures++
  }
  return { done: count, broken: failures > 0.05 * count ? failures : 0 }
}

/** Decimals of every shape, read from bytes without a string, beside Number(). */
export function decimals(count: number): Held {
  const rng = seededRng(11)
  const bytes = new Uint8Array(64)
  const cursor = { end: 0 }
  let broken = 0
  for (let i = 0; i < count; i++) {
    const text = someDecimal(() => uniform(rng), i)
    bytes.fill(44)
    for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k)
    const read = decimal(bytes, 0, cursor)
    if (Object.is(read, undecided)) continue
    if (!Object.is(read, Number(text)) || cursor.end !== text.length) broken++
  }
  return { done: count, broken }
}

function someDecimal(random: () => number, i: number): string {
  const value = (random() - 0.5) * Number(`1e${Math.floor(40 * random()) - 20}`)
  if (i % 4 === 0) return String(value)
  if (i % 4 === 1) return value.toPrecision(1 + Math.floor(17 * random()))
  if (i % 4 === 2) return value.toExponential(Math.floor(18 * random()))
  return (1e4 * random()).toFixed(Math.floor(12 * random()))
}

/** Texts through quoting and back: quotes, commas, line ends, and what is not ASCII. */
export async function texts(count: number): Promise<Held> {
  const rng = seededRng(13)
  const signs = ['a', 'b', ' ', ',', '"', '\n', '\r\n', 'é', '→', '😀', '1', '.', ';', "'"]
  const cells = Array.from({ length: count }, (_, i) => {
    const length = 1 + Math.floor(12 * uniform(rng))
    return `t${i}${Array.from({ length }, () => signs[Math.floor(signs.length * uniform(rng))]).join('')}`
  })
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
  const file = `text,n\n${cells.map((cell, i) => `${quoted(cell)},${i}`).join('\n')}\n`
  let row = -1
  let broken = 0
  for await (const { fields } of credence.csv(file)) {
    if (row >= 0 && fields[0] !== cells[row]) broken++
    row++
  }
  return { done: row, broken: broken + (row === count ? 0 : 1) }
}

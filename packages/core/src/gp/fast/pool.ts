import { positive } from '../../base/check.ts'
import type { Beliefs } from '../../nouns/beliefs.ts'
import type { Features } from '../../nouns/panel.ts'
import type { History } from '../history.ts'
import { type Backend, plainBackend } from './backend.ts'
import type { Factors } from './factors.ts'
import type { Family } from './family.ts'

/**
 * The factors that the process keeps, for all series of all panels together, within a limit of memory. What is thrown
 * away is built again from its history when it is asked for, bit for bit the same; so is what compiled kernels have no
 * memory for, on the plain path. Numbers never depend on what is kept.
 */
export interface Kept {
  readonly group: Group
  /** The history these factors belong to: how many points, and their fingerprint. */
  round: number
  low: number
  high: number
  factors: Factors
  bytes: number
  /** The input that beliefs were last computed at, and whether no outcome has come since. */
  readonly at: Float64Array
  asked: boolean
}

/** The experts of a panel that share a window. */
export interface Group {
  readonly backend: Backend
  readonly family: Family
  readonly window: number | null
  /** Memory that the factors of a history took last. */
  bytes: number
}

const kept: Kept[] = []
let total = 0
let limit = 268435456

/**
 * Bounds the memory that factors of Gaussian processes may take in this process; more makes panels with many series
 * faster, and changes no number. The factors in use may exceed it alone. @default 256 MB
 */
export function limitGpMemory(bytes: number): void {
  limit = positive('bytes', bytes)
  trim(0)
}

/** How much is kept: states, and their bytes. */
export function gpMemory(): { readonly states: number; readonly bytes: number; readonly limit: number } {
  return { states: kept.length, bytes: total, limit }
}

/** Writes what the group's experts believe at x after that history. */
export function believe(group: Group, history: History, x: Features, out: Beliefs): void {
  const one = find(group, history) ?? admit(group, history)
  compute(one, history, x)
  one.factors.write(out)
}

/** Absorbs (x, y); `follow` comes when the history has absorbed them too. */
export function absorb(group: Group, history: History, x: Features, y: number): Kept {
  const one = find(group, history) ?? admit(group, history)
  // Factors that computed beliefs at x may be gone, and those found may be of a copy of this history, asked elsewhere.
  if (!isAsked(one, x)) compute(one, history, x)
  one.factors.observe(x, y)
  one.asked = false
  return one
}

function isAsked({ asked, at }: Kept, x: Features): boolean {
  if (!asked) return false
  for (let j = 0; j < at.length; j++) if (at[j] !== x[j]) return false
  return true
}

/** Says that factors belong to this history now. */
export function follow(one: Kept, { round, digest }: History): void {
  one.round = round
  one.low = digest[0]
  one.high = digest[1]
}

/** The factors of this history, if they are kept; they are then the first to be looked at. */
function find(group: Group, { round, digest }: History): Kept | null {
  for (let i = kept.length - 1; i >= 0; i--) {
    const one = kept[i]
    if (one.group !== group || one.round !== round || one.low !== digest[0] || one.high !== digest[1])
      continue
    for (; i < kept.length - 1; i++) kept[i] = kept[i + 1]
    kept[i] = one
    return one
  }
  return null
}

function admit(group: Group, history: History): Kept {
  trim(group.bytes)
  let factors = make(group, group.backend)
  while (!factors?.restore(history)) {
    factors?.free()
    factors = make(group, dropAny() ? group.backend : plainBackend)
  }
  const at = new Float64Array(group.family.dimension)
  const one = { group, round: 0, low: 0, high: 0, factors, bytes: 0, at, asked: false }
  follow(one, history)
  kept.push(one)
  weigh(one)
  return one
}

function make({ family, window }: Group, backend: Backend): Factors | null {
  return window === null ? backend.growing(family) : backend.window(family, window)
}

function compute(one: Kept, history: History, x: Features): void {
  while (!one.factors.believe(x)) {
    if (dropAny(one)) continue
    one.factors.free()
    one.factors = make(one.group, plainBackend)!
    one.factors.restore(history)
  }
  for (let j = 0; j < one.at.length; j++) one.at[j] = x[j]
  one.asked = true
  weigh(one)
}

/** Takes note of the memory of the factors in use, and makes up for it. */
function weigh(one: Kept): void {
  const bytes = one.factors.bytes()
  if (bytes === one.bytes) return
  total += bytes - one.bytes
  one.bytes = one.group.bytes = bytes
  trim(0, one)
}

function trim(coming: number, except?: Kept): void {
  while (total + coming > limit && dropAny(except));
}

/**
 * Not the least recently used: where more series take turns than there is room for, that is the one needed next, and
 * none would ever be found. Any of them: the share that is found is the share there is room for.
 */
function dropAny(except?: Kept): boolean {
  if (kept.length === 0 || (kept.length === 1 && kept[0] === except)) return false
  draws = (Math.imul(draws, 1664525) + 1013904223) >>> 0
  let i = Math.floor((draws / 4294967296) * kept.length)
  if (kept[i] === except) i = (i + 1) % kept.length
  const [one] = kept.splice(i, 1)
  total -= one.bytes
  one.factors.free()
  return true
}

let draws = 1

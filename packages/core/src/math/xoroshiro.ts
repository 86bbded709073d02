import { ArgumentError } from '../base/errors.ts'

/**
 * A random stream as plain data: the state of xoroshiro128+ (Blackman & Vigna 2018), four words.
 *
 *     [s₀ high, s₀ low, s₁ high, s₁ low]
 *
 * Every function here takes one and advances it in place; `rng.slice()` remembers where it was.
 */
export type Rng = Uint32Array

const TWO_TO_MINUS_32 = 2.3283064365386963e-10
const TWO_TO_MINUS_53 = 1.1102230246251565e-16
const TWO_TO_53 = 9007199254740992

const GOLDEN = 0x9e3779b97f4a7c15n

// The output function of SplitMix64 (Steele, Lea & Flood 2014): a bijection in which each bit of the
// input flips each bit of the output with probability one half.
function mix64(x: bigint): bigint {
  let z = BigInt.asUintN(64, x)
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
  return z ^ (z >> 31n)
}

function fromWords(s0: bigint, s1: bigint): Rng {
  return Uint32Array.of(
    Number(s0 >> 32n),
    Number(s0 & 0xffffffffn),
    Number(s1 >> 32n),
    Number(s1 & 0xffffffffn),
  )
}

/**
 * A stream from any safe integer, negative ones included; different seeds, different states.
 *
 * The state is the first two outputs of SplitMix64 started at the seed, as Vigna advises: a state
 * that merely contained the seed would give seeds 1 and 2 nearly equal first draws.
 */
export function seededRng(seed: number): Rng {
  if (!Number.isSafeInteger(seed)) {
    throw new ArgumentError(`seed must be a safe integer; received ${seed}`)
  }
  const s = BigInt(seed)
  return fromWords(mix64(s + GOLDEN), mix64(s + 2n * GOLDEN))
}

/**
 * A new stream, independent of what `rng` goes on to produce.
 *
 * The child's state is the next 128 bits of the parent, mixed as a seed is. Jumping 2⁶⁴ ahead would
 * also do for children, but not for grandchildren: a child that jumps lands on its parent.
 */
export function splitRng(rng: Rng): Rng {
  const s0 = next64(rng)
  const s1 = next64(rng)
  return fromWords(mix64(s0 + GOLDEN), mix64(s1 + 2n * GOLDEN))
}

function next64(rng: Rng): bigint {
  const s0 = (BigInt(rng[0]) << 32n) | BigInt(rng[1])
  const s1 = (BigInt(rng[2]) << 32n) | BigInt(rng[3])
  advance(rng)
  return s0 + s1
}

// s₁ ^= s₀;  s₀ = rotl(s₀, 24) ^ s₁ ^ (s₁ << 16);  s₁ = rotl(s₁, 37)
function advance(rng: Rng): void {
  const high = rng[0]
  const low = rng[1]
  const xorHigh = high ^ rng[2]
  const xorLow = low ^ rng[3]
  rng[0] = (high << 24) ^ (low >>> 8) ^ xorHigh ^ (xorHigh << 16) ^ (xorLow >>> 16)
  rng[1] = (low << 24) ^ (high >>> 8) ^ xorLow ^ (xorLow << 16)
  rng[2] = (xorLow << 5) ^ (xorHigh >>> 27)
  rng[3] = (xorHigh << 5) ^ (xorLow >>> 27)
}

/**
 * 32 random bits: the low word of s₀ + s₁, as pure-rand has it.
 *
 * Its lowest bits alone are a linear recurrence; for anything finer use `uniform` or
 * `integerBelow`, which read the sum from the top.
 */
export function nextUint32(rng: Rng): number {
  const result = (rng[1] + rng[3]) >>> 0
  advance(rng)
  return result
}

/** Uniform on [0, 1): the top 53 bits of s₀ + s₁, over 2⁵³. */
export function uniform(rng: Rng): number {
  const low = rng[1] + rng[3]
  const high = (rng[0] + rng[2] + (low > 0xffffffff ? 1 : 0)) >>> 0
  advance(rng)
  return high * TWO_TO_MINUS_32 + ((low >>> 0) >>> 11) * TWO_TO_MINUS_53
}

/**
 * Uniform on the integers 0 … n − 1, without bias, for n up to 2⁵³; NaN for any other n.
 *
 * [0, 2⁵³) is cut into n equal runs and a draw from the remainder is thrown away.
 */
export function integerBelow(rng: Rng, n: number): number {
  if (!(Number.isInteger(n) && n >= 1 && n <= TWO_TO_53)) return NaN
  const run = Math.floor(TWO_TO_53 / n)
  for (;;) {
    const result = Math.floor((uniform(rng) * TWO_TO_53) / run)
    if (result < n) return result
  }
}

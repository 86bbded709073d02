import { bandSize } from './border'
import { blockStart } from './factor'
import { alloc } from './memory'
import { layOut, placeSettings, put, State, take, taken } from './state'

/**
 * The last W points: a queue made of two stacks, for a Cholesky factor.
 *
 * F, the older points, newest first, A_FF = L Lᵀ: the oldest is the last row, so dropping it is f − 1. B, the points
 * since, with rows C = A_BF L⁻ᵀ and the Schur complement A_BB − C Cᵀ = M D Mᵀ, to which dropping a point adds w wᵀ
 * (positive, hence stable), deferred to the next solve. Every `period` rounds a fresh F begins, in a second bank, and is
 * built in slices during `lag` rounds, with those points as its B. All experts follow one clock, so that an expert's
 * bits do not depend on its company, and factors are a function of the last W + period points.
 */
@unmanaged
export class Window extends State {
  W: i32
  period: i32
  lag: i32
  /** Rows B can take. */
  room: i32
  /** Bytes: of a row of B, of a band of C. */
  short: usize
  width: usize
  /** Points held, the slot the next goes to, the round within the period. */
  n: i32
  slot: i32
  phase: i32
  /** How many slots, from the first, a kernel row must cover. */
  extent: i32
  /** Sizes of the two stacks of the live bank, and whether a dropped point waits in w. */
  f: i32
  m: i32
  pending: bool
  /** The fresh F: its size and newest slot; for each expert how many steps are done; whose turn it is; the cost. */
  building: bool
  freshF: i32
  freshSlot: i32
  progress: usize
  turn: i32
  spent: f64
  total: f64
  targets: usize
  /** Kernel rows of the points in the window, kinds × W × stride, and their c(x, x), kinds × stride. */
  stored: usize
  storedPriors: usize
  /** For each expert: v and r of the round, and w. */
  solved: usize
  rest: usize
  dropped: usize
  /** Room for an update's columns that are done, and, for each expert, for four rows of C in the making. */
  done: usize
  fours: usize
  /** For each expert: mean, share of the constant explained, pivot; wz, wo of the dropped point. */
  latent: usize
  /** For each expert of a bank: table of L's blocks, L, z and o of F, C, M, then D, D⁻¹, z, o of B. */
  banks: usize
  bankSize: usize
  partSize: usize
  atL: usize
  atZ: usize
  atC: usize
  atM: usize
  atD: usize
  live: usize
}

/** Bytes of an expert's record in `latent`. */
export const LATENT: usize = 40

const measured = changetype<Window>(memory.data(offsetof<Window>()))

/** An empty window for a family of experts, or 0 where memory is exhausted. */
export function windowCreate(
  d: i32,
  groups: i32,
  smooth: i32,
  kinds: i32,
  experts: i32,
  W: i32,
  period: i32,
  lag: i32,
): usize {
  // Beyond, one expert alone would not fit, and sizes would overflow.
  if (W > 20000) return 0
  const bytes = place(measured, 0, d, groups, smooth, kinds, experts, W, period, lag)
  const base = alloc(bytes)
  if (base === 0) return 0
  const s = changetype<Window>(base)
  place(s, base, d, groups, smooth, kinds, experts, W, period, lag)
  const blocks = (W - lag + 3) >> 2
  for (let bank: usize = 0; bank < 2; bank++) {
    for (let e = 0; e < experts; e++) {
      const p = part(s, bank, e)
      for (let b = 0; b < blocks; b++) store<u32>(p + ((<usize>b) << 2), <u32>(p + s.atL + blockStart(b)))
    }
  }
  for (let kind = 0; kind < kinds; kind++) {
    put(s.priors, kind, 1)
  }
  return base
}

/** Says where everything of a window lies from `base` on; returns where it ends. */
function place(
  s: Window,
  base: usize,
  d: i32,
  groups: i32,
  smooth: i32,
  kinds: i32,
  experts: i32,
  W: i32,
  period: i32,
  lag: i32,
): f64 {
  const blocks = (W + 3) >> 2
  const row = <f64>(blocks << 2)
  const older = W - lag
  const blocksF = (older + 3) >> 2
  const room = (period + lag + 8) & ~7
  layOut(base)
  take(<f64>((offsetof<Window>() + 7) >> 3))
  placeSettings(s, d, groups, smooth, kinds, experts)
  s.W = W
  s.period = period
  s.lag = lag
  s.room = room
  s.stride = (<usize>blocks) << 5
  s.short = (<usize>room) << 3
  s.width = bandSize(older)
  s.points = take(<f64>d * row)
  s.targets = take(row)
  s.kernels = take(<f64>kinds * row)
  s.priors = take(<f64>kinds)
  s.solved = take(<f64>experts * row)
  s.rest = take(<f64>(experts * room))
  s.dropped = take(<f64>(experts * room))
  s.done = take(<f64>(room << 2))
  s.fours = take(<f64>experts * <f64>(blocksF << 4))
  s.latent = take(<f64>experts * <f64>(LATENT >>> 3))
  s.progress = take(<f64>experts)
  s.stored = take(<f64>kinds * <f64>W * row)
  s.storedPriors = take(<f64>kinds * row)
  s.atL = (((<usize>blocksF) << 2) + 63) & ~63
  s.atZ = s.atL + blockStart(blocksF)
  s.atC = s.atZ + ((2 * s.stride + 63) & ~63)
  s.atM = s.atC + <usize>(room >> 3) * s.width
  s.atD = s.atM + blockStart(room >> 2)
  s.partSize = s.atD + ((4 * s.short + 63) & ~63)
  s.bankSize = s.partSize * <usize>experts
  s.banks = take(2 * <f64>(s.partSize >>> 3) * <f64>experts)
  return taken()
}

export function part(s: Window, bank: usize, e: i32): usize {
  return s.banks + bank * s.bankSize + <usize>e * s.partSize
}

/** The slot `by` places before slot `from`. */
export function back(s: Window, from: i32, by: i32): i32 {
  const slot = from - by
  return slot < 0 ? slot + s.W : slot
}

/** The kernel rows of an expert's kind: that of x, and those of the points in the window. */
export function kernelOf(s: Window, kind: i32): usize {
  return s.kernels + <usize>kind * s.stride
}
export function storedOf(s: Window, kind: i32): usize {
  return s.stored + <usize>kind * <usize>s.W * s.stride
}

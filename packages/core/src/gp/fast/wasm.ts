import { wasmBytes } from '../../base/wasmBytes.ts'
import type { Beliefs } from '../../nouns/beliefs.ts'
import type { Features } from '../../nouns/panel.ts'
import { kernels as compiled } from '../generated/kernels.ts'
import type { Points } from '../kernels/index.ts'
import { type Family, writeBelief } from './family.ts'
import { padded } from './order.ts'

/** What the compiled kernels export. A state is an address in their memory, 0 where memory was refused. */
export interface Kernels {
  readonly memory: WebAssembly.Memory
  free(state: number): void
  sizeOf(state: number): number
  settingsOf(state: number): number
  strideOf(state: number): number
  pointsOf(state: number): number
  kernelsOf(state: number): number
  priorsOf(state: number): number
  windowCreate(
    dimension: number,
    groups: number,
    smooth: number,
    kinds: number,
    experts: number,
    window: number,
    period: number,
    lag: number,
  ): number
  windowReset(state: number, round: number): void
  windowLoad(state: number, y: number): void
  windowRebuild(state: number): void
  windowPredict(state: number): void
  windowObserve(state: number, y: number): void
  growingCreate(dimension: number, groups: number, smooth: number, kinds: number, experts: number): number
  growingFree(state: number): void
  growingBytes(state: number): number
  growingReserve(state: number, count: number): number
  growingPredict(state: number): void
  growingObserve(state: number, y: number): void
  growingPush(state: number, row: number): void
  growingAbsorb(state: number, count: number): void
}

/** How many known rounds the kernels absorb at once. */
export const BATCH = 16

/** One instance for all series of the process, and its memory as doubles. */
export interface Machine {
  readonly kernels: Kernels
  /** Taken anew after memory has grown. */
  doubles(): Float64Array
}

let machine: Machine | null | undefined

/** The process's instance, or null where WebAssembly or its SIMD is missing or forbidden. */
export function theMachine(): Machine | null {
  if (machine === undefined) machine = start()
  return machine
}

function start(): Machine | null {
  try {
    const module = new WebAssembly.Module(wasmBytes(compiled))
    const kernels = new WebAssembly.Instance(module).exports as unknown as Kernels
    let view = new Float64Array(kernels.memory.buffer)
    const doubles = (): Float64Array => {
      if (view.byteLength === 0) view = new Float64Array(kernels.memory.buffer)
      return view
    }
    return { kernels, doubles }
  } catch {
    return null
  }
}

/** Where a state reads from and writes to, as indices of doubles. */
export interface Desk {
  readonly input: number
  readonly target: number
  readonly means: number
  readonly variances: number
  /**
   * Hands over x as row `row` of the batch at hand, with its kernel values against the first `count` points where the
   * compiled kernels do not compute them.
   */
  present(x: Features, count: number, row?: number): void
}

/** The numbers that create a state for a family. */
export function shape(family: Family): [number, number, number, number, number] {
  const { dimension, squares, bandwidths, others, kinds } = family
  return [dimension, squares.length, bandwidths.length, bandwidths.length + others.length, kinds.length]
}

/** Tells a fresh state the settings of its experts. */
export function createDesk({ kernels, doubles }: Machine, state: number, family: Family): Desk {
  const { dimension: d, squares, sizes, bandwidths, others, kinds, ratios, constants } = family
  const settings = [...squares.flat(), ...sizes, ...bandwidths, ...kinds, ...ratios, ...constants]
  const at = (address: number): number => (address >>> 0) / 8
  const base = at(kernels.settingsOf(state))
  doubles().set(settings, base)
  const input = base + settings.length
  const target = input + BATCH * d
  const means = target + BATCH
  const points: Points = { values: doubles(), from: 0, across: 0, along: 1, count: 0 }

  function writeRows(x: Features, count: number, row: number): void {
    const memory = doubles()
    points.values = memory
    points.from = at(kernels.pointsOf(state))
    points.across = at(kernels.strideOf(state))
    points.count = count
    for (let o = 0; o < others.length; o++) {
      const kind = row * (bandwidths.length + others.length) + bandwidths.length + o
      const to = at(kernels.kernelsOf(state)) + kind * points.across
      others[o].row(x, points, memory, to)
      memory.fill(0, to + count, to + padded(count))
      memory[at(kernels.priorsOf(state)) + kind] = others[o].prior(x)
    }
  }

  return {
    input,
    target,
    means,
    variances: means + BATCH * kinds.length,
    present(x, count, row = 0) {
      const memory = doubles()
      for (let j = 0; j < d; j++) memory[input + row * d + j] = x[j]
      if (others.length > 0) writeRows(x, count, row)
    },
  }
}

/** Writes the beliefs that the kernels last computed. */
export function writeBeliefs({ doubles }: Machine, desk: Desk, family: Family, out: Beliefs): void {
  const memory = doubles()
  for (let e = 0; e < family.experts.length; e++) {
    writeBelief(family, e, memory[desk.means + e], memory[desk.variances + e], out)
  }
}

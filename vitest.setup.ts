import fc from 'fast-check'
import { expect } from 'vitest'

// The same cases every time, so that a red test is about the change at hand. FC_SEED explores others, FC_RUNS fewer or more.
const runs = process.env.FC_RUNS
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1), ...(runs ? { numRuns: Number(runs) } : {}) })

/** Whether two saves, or two lists of numbers, are the same bit for bit; undefined where that says nothing. */
function sameNumbers(a: unknown, b: unknown): true | undefined {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return undefined
    // `every` would pass over holes, which are like nothing.
    for (let i = 0; i < a.length; i++)
      if (typeof a[i] !== 'number' || !Object.is(a[i], b[i])) return undefined
    return true
  }
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return undefined
  if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return undefined
  const [left, right] = [a, b].map((view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength))
  return (left as Buffer).equals(right as Buffer) || undefined
}

// Vitest compares arrays item by item, which takes seconds for a large save. Those that differ are still left to it.
// All files of a worker share one `expect`: once is enough.
const shared = globalThis as { comparesNumbers?: boolean }
if (!shared.comparesNumbers) expect.addEqualityTesters([sameNumbers])
shared.comparesNumbers = true

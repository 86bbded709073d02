import { ArgumentError } from '../../base/errors.ts'
import { seededRng } from '../../math/rng.ts'
import { RESIDUAL_KINDS } from './kinds.ts'
import type { Residuals } from './residualKind.ts'

/** A residual stream of one of the kinds in `RESIDUAL_KINDS`; the same name and seed give the same numbers. */
export function residualStream(name: string, seed: number, rounds: number): Residuals {
  const kind = RESIDUAL_KINDS[name]
  if (!kind) throw new ArgumentError(`there is no residual stream ${JSON.stringify(name)}`, 'unknown-name')
  let hash = 7
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0
  return kind.make(seededRng((hash ^ Math.imul(seed, 2654435761)) >>> 0), rounds)
}

import { ArgumentError, type Rule } from 'credence'
import type { LevelOptions, Method } from 'credence/conformal'
import { build, type OfKind } from './ofKind.ts'
import type { ConformalRecipe } from './schema.ts'

/** How thresholds follow scores, by the recipe; undefined for the library's own default. */
export function methodOf(recipe: ConformalRecipe): Method | undefined {
  const { experts, method, meta, score, prior, ends, seed } = recipe
  const level = levelOf(recipe)
  const parts: Partial<Method> = {
    ...(meta === undefined ? {} : { meta: build('meta', meta) }),
    ...(score === undefined ? {} : { score: build('score', score) }),
    ...(prior === undefined ? {} : { prior }),
    ...(ends === undefined ? {} : { ends }),
    ...(level === undefined ? {} : { level }),
  }
  if (experts) {
    const rules: Method['experts'] = ({ coverage }) =>
      experts.map((expert) => thresholdExpert(expert, coverage, level))
    const base = method === undefined ? { scale: 'none' as const } : build('method', method)
    return { ...base, ...parts, experts: rules, seed }
  }
  if (method !== undefined) return { ...build('method', method), ...parts }
  const [part] = Object.keys(parts)
  if (part !== undefined)
    throw new ArgumentError(`${part} is a part of a method: name the method, or its experts`)
  return undefined
}

function levelOf({ space, memory, level }: ConformalRecipe): LevelOptions | undefined {
  if (level === undefined && space !== 'level') return undefined
  return { measure: 'miss', ...(memory === undefined ? {} : { memory }), ...level }
}

/** On levels experts start at the coverage asked for; where they move −α, at that less 1. */
function thresholdExpert(expert: OfKind, coverage: number, level: LevelOptions | undefined): Rule {
  if (!level || expert.kind === 'radius-aci') return build('threshold', expert, { coverage })
  const starts = [expert.start ?? coverage].flat() as number[]
  const shift = level.measure === 'miss' ? 1 : 0
  return build('threshold', { ...expert, start: starts.map((start) => start - shift) })
}

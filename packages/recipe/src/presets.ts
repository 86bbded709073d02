import { ArgumentError, dyadic } from 'credence'
import { kinds } from 'credence/kinds'
import { meant } from './explainIssue.ts'

/**
 * The paper's settings, by name; an expert that diverges starts afresh. A field beside `preset` replaces that whole
 * field.
 */

/** G = 1e-4·2ʲ, j = 0 … 7. */
const SCALES = Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j)

function benchmark(kind: string, score: string): Record<string, unknown> {
  return {
    task: 'regression',
    experts: [{ kind, scale: SCALES }],
    loss: 'squared',
    score,
    meta: { kind: 'fixed-share', rate: { kind: 'rolling', window: 100, start: 1 }, share: 1e-3 },
    onFailure: 'restart',
  }
}

export const presets: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'svb-ea': benchmark('svb', 'mean'),
  'oga-ea': benchmark('oga', 'mean'),
  'ogd-ea': benchmark('ogd', 'point'),
  'gp-ea': {
    task: 'regression',
    prepare: { scale: 'none', intercept: false },
    experts: [{ kind: 'gp', inverseBandwidth: dyadic(-3, 2), noise: [0.5, 1, 2], window: 250 }],
    loss: 'log-density',
    score: 'annealed',
    meta: { kind: 'fixed-share', rate: 1, share: 0 },
    onFailure: 'restart',
  },
  conformal: { task: 'conformal' },
  ...Object.fromEntries(kinds.method.map(({ kind }) => [kind, { task: 'conformal', method: { kind } }])),
  auto: { task: 'auto' },
}

/** Replaces `preset` by the fields it stands for. */
export function expandPreset(recipe: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { preset, ...fields } = recipe
  if (preset === undefined) return fields
  const found = typeof preset === 'string' && Object.hasOwn(presets, preset) ? presets[preset] : undefined
  if (!found) {
    throw new ArgumentError(
      `preset must be one of ${Object.keys(presets).join(', ')}; received ${JSON.stringify(preset)}${meant(preset, Object.keys(presets))}`,
      'unknown-name',
    )
  }
  return { ...found, ...taskOf(found, fields), ...methodOptions(found, fields) }
}

/** A loss of labels beside a regression preset makes it a classification, and classes are learnt by a loss of labels. */
function taskOf(
  preset: Readonly<Record<string, unknown>>,
  { loss, task }: Readonly<Record<string, unknown>>,
): object {
  if (preset.task !== 'regression') return {}
  if (loss === 'hinge' || loss === 'logistic') return { task: 'classification' }
  return task === 'classification' && loss === undefined ? { loss: 'logistic' } : {}
}

/** Options of a published method may stand beside its name: `{ "preset": "dtaci", "space": "level" }`. */
function methodOptions(
  { method }: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const name = (method as { kind: string } | undefined)?.kind
  const { declared = {} } = kinds.method.find(({ kind }) => kind === name)?.options ?? {}
  // `scale` is a field of the recipe too, with another meaning: there it stays.
  const own = Object.keys(fields).filter((field) => Object.hasOwn(declared, field) && field !== 'scale')
  if (own.length === 0) return fields
  const rest = Object.entries(fields).filter(([field]) => !own.includes(field))
  const given = Object.fromEntries(own.map((field) => [field, fields[field]]))
  return { ...Object.fromEntries(rest), method: { kind: name, ...given } }
}

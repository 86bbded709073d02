import { ArgumentError, BAYES_DTACI_GRID, DTACI_RATES, dyadic } from 'credence'

/** The paper's settings, by name. A field beside `preset` replaces that whole field. */

/** G = 1e-4·2ʲ, j = 0 … 7. */
const SCALES = Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j)

function benchmark(kind: string, score: string): Record<string, unknown> {
  return {
    task: 'regression',
    experts: [{ kind, scale: SCALES }],
    loss: 'squared',
    score,
    meta: { kind: 'fixed-share', rate: { kind: 'rolling', window: 100, start: 1 }, share: 1e-3 },
  }
}

/** Rolling rate and share of DtACI, Gibbs and Candès (2024). */
const DTACI = {
  kind: 'fixed-share',
  rate: { kind: 'rolling', window: 500, start: 2.72, numerator: 'dtaci', moment: 'second' },
  share: 1e-3,
}

function threshold(expert: Record<string, unknown>, meta?: Record<string, unknown>): Record<string, unknown> {
  return { task: 'conformal', experts: [expert], scale: 'none', ...(meta ? { meta } : {}) }
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
  },
  'bayes-dtaci': threshold({ kind: 'bayes-aci', ...BAYES_DTACI_GRID }, DTACI),
  dtaci: threshold({ kind: 'aci', learningRate: DTACI_RATES }, DTACI),
  aci: { ...threshold({ kind: 'aci', learningRate: 0.005 }), space: 'level' },
  agaci: {
    ...threshold({ kind: 'radius-aci', learningRate: DTACI_RATES }, { kind: 'boa' }),
    ends: 'apart',
    score: 'gradient',
  },
  'sf-ogd': threshold({ kind: 'sf-ogd', learningRate: 1 / Math.sqrt(3) }),
  saocp: threshold({ kind: 'saocp', scale: 1 }),
  pid: threshold({ kind: 'pid' }),
  auto: { task: 'auto' },
}

/** Replaces `preset` by the fields it stands for. */
export function expandPreset(recipe: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { preset, ...fields } = recipe
  if (preset === undefined) return fields
  const found = typeof preset === 'string' && Object.hasOwn(presets, preset) ? presets[preset] : undefined
  if (!found) {
    throw new ArgumentError(
      `preset must be one of ${Object.keys(presets).join(', ')}; received ${JSON.stringify(preset)}`,
    )
  }
  return { ...found, ...taskOf(found, fields), ...fields }
}

/** A loss of labels beside a regression preset makes it a classification. */
function taskOf(
  preset: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): object {
  const labels = fields.loss === 'hinge' || fields.loss === 'logistic'
  return preset.task === 'regression' && labels ? { task: 'classification' } : {}
}

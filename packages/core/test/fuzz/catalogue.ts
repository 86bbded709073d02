import type { AnyOptions } from '../../src/base/options.ts'
import * as baselines from '../../src/doors/baselines.ts'
import * as gpDoor from '../../src/doors/gp.ts'
import * as root from '../../src/doors/index.ts'
import * as lossDoor from '../../src/doors/losses.ts'
import * as metaDoor from '../../src/doors/meta.ts'
import * as panels from '../../src/doors/panels.ts'
import type { Dice } from './dice.ts'
import { constantsIn, declaredIn, without } from './doorParts.ts'
import { drawOptions, type Nouns } from './options.ts'
import type { Call, Spec } from './spec.ts'

/** Rules with options alone; decorators, and what needs to know the length of x, are drawn by functions of their own. */
const PLAIN = without(
  { ...declaredIn(panels), ...declaredIn(baselines), gp: gpDoor.GP as unknown as AnyOptions },
  'external',
  'growing',
  'onlineBagging',
  'learntNoise',
  'link',
  'products',
)
const KERNELS = without(declaredIn(gpDoor), 'gp', 'relevances')
const METAS: Readonly<Record<string, AnyOptions | undefined>> = without(
  declaredIn(metaDoor),
  'horizonRate',
  'rollingRate',
)
const RATE_NAMES = ['scale', 'learningRate']

/** The kinds of things that a program can be made of. */
export const LOSSES: readonly string[] = [...constantsIn(lossDoor, 'annealed'), 'pinball', 'studentDensity']
export const SCORES: readonly string[] = constantsIn(root, 'each')
export const PLAIN_NAMES: readonly string[] = Object.keys(PLAIN)
export const META_NAMES: readonly string[] = [...Object.keys(METAS), 'dtaciMeta']

/** What is drawn for an option that names something with options of its own. */
export const NOUNS: Nouns = {
  kernel: drawKernel,
  schedule: (dice) => ({ call: dice.pick(['inverseSqrt', 'inverseSqrtHorizon', 'constant']), args: [0.5] }),
  rate: (dice) =>
    dice.chance(0.2)
      ? { call: 'constantRate', args: [dice.pick([0.5, 3])] }
      : drawDeclared(dice, dice.pick(['horizonRate', 'rollingRate']), declaredIn(metaDoor)),
  meta: drawMeta,
}

export function drawLoss(dice: Dice, labels?: boolean): Call {
  const isLabels = (name: string): boolean => name === 'hinge' || name === 'logistic'
  const name = dice.pick(LOSSES.filter((loss) => labels === undefined || isLabels(loss) === labels))
  if (name === 'pinball') return { call: name, args: [dice.pick([0.1, 0.5, 0.95])] }
  return name === 'studentDensity' ? { call: name, args: [dice.pick([3, 5])] } : { call: name }
}

export function drawMeta(dice: Dice): Call {
  const name = dice.pick(META_NAMES)
  const declared = METAS[name]
  if (!declared) return { call: name, args: [] }
  const options = drawOptions(dice, declared, ['rate'], NOUNS)
  if (name !== 'calibrated' && 'rate' in declared.declared && dice.chance(0.6)) {
    options.rate = dice.chance(0.3) ? NOUNS.rate(dice) : dice.pick([0.1, 1, 3, 50])
  }
  return { call: name, args: [options] }
}

export function drawPlain(dice: Dice, dimension: number, name: string = dice.pick(PLAIN_NAMES)): Call {
  const declared = PLAIN[name]
  const options = drawOptions(dice, declared, ['priorMean', 'scales', ...RATE_NAMES], NOUNS)
  const rates = RATE_NAMES.filter((rate) => rate in declared.declared)
  // Either may be given, and not both.
  if (rates.length > 0)
    options[dice.pick(rates)] = dice.chance(0.5) ? [0.01, 0.4] : dice.pick([0.01, 0.1, 1, 30])
  if ('learningRate' in options && dice.chance(0.2)) options.learningRate = NOUNS.schedule(dice)
  if (name === 'gp') {
    if (dice.chance(0.8)) options.window = dice.pick([1, 3, 8, 20])
    if (dice.chance(0.1)) options.scales = { call: 'relevances', args: [{ dimension }] }
  }
  // Their defaults are for streams of thousands of rows.
  for (const many of ['trees', 'learners']) if (many in declared.declared) options[many] ??= 2
  return { call: name, args: [options] }
}

function drawKernel(dice: Dice): Call {
  return drawDeclared(dice, dice.pick(Object.keys(KERNELS)), KERNELS, ['scales'])
}

export function drawDeclared(
  dice: Dice,
  name: string,
  parts: ReturnType<typeof declaredIn>,
  leave: readonly string[] = [],
): Call {
  return { call: name, args: [drawOptions(dice, parts[name], leave, NOUNS) as Spec] }
}

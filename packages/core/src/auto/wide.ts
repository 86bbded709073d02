import { gp } from '../gp/gp.ts'
import { linear } from '../gp/kernels/index.ts'
import { LEAD } from '../models/epochs/screen.ts'
import type { Rule } from '../nouns/panel.ts'
import { conjugate } from '../panels/conjugate.ts'
import { intercept } from '../panels/intercept.ts'
import { leading } from '../panels/leading.ts'
import { perFeature } from '../panels/perFeature.ts'
import { residuals } from '../panels/residuals.ts'
import { thinRidge } from '../panels/thinRidge.ts'
import { boostedTrees } from '../trees/boostedTrees.ts'

/** Features up to which one linear model keeps how each two of them go together, and trees split any of them. */
const FULL = 200

/**
 * The families where there are many features, of which the strongest come first: those alone are seen by most. All are
 * seen by a linear model, alone and on what the strongest leave over, by trees while they are not too many, and by
 * Gaussian processes over a short past, whose cost is linear in their number.
 */
export function wideFamilies(families: readonly Rule[]): Rule[] {
  const lead = (rule: Rule): Rule => leading(rule, { first: LEAD, last: 0 })
  const upToFull = (rule: Rule, beyond: Rule): Rule => ({
    ...rule,
    bind: (context) => (context.dimension > FULL ? beyond : rule).bind(context),
  })
  const thin = thinRidge({ signal: [0.3, 1, 3] })
  const trees = boostedTrees({ every: 100, trees: 20, shrinkage: 0.25, pace: 1, first: 60 })
  const base = lead(intercept(conjugate({ noise: 0.3, forgetting: 0.999 })))
  const past = { window: 150, constant: 4 }
  return [
    ...families.map(lead),
    upToFull(intercept(conjugate({ noise: 0.3 })), thin),
    upToFull(trees, thinRidge({ signal: 0.1 })),
    residuals(base, thin),
    perFeature(gp({ ...past, kernel: linear(), amplitude: [0.3, 1, 3], noise: 0.5 })),
    perFeature(gp({ ...past, inverseBandwidth: [0.1, 0.25, 0.6], noise: 0.25, amplitude: 4 })),
  ]
}

import { shape } from '../base/shape.ts'
import type { Rule } from '../nouns/panel.ts'
import type { GuidedContext } from './guidedContext.ts'

/**
 * The first feature as it is, where it is itself a forecast of y in its units; else no expert.
 *
 * It has no variance of its own; `learntNoise` gives it one.
 */
export function given(): Rule<Record<string, never>> {
  return {
    description: { kind: 'given' },
    bind: ({ guided = false }: GuidedContext) => ({
      capacity: guided ? 1 : 0,
      settings: () => (guided ? [{ forecast: 'given' }] : []),
      init: shape<Record<string, never>>({}),
      predict(_state, x, out) {
        if (!guided) return
        out.mean[0] = x[0]
        out.variance[0] = 0
        out.noise[0] = 0
        out.awake[0] = 1
      },
      update() {},
    }),
  }
}

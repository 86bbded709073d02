import { type Beliefs, sliceBeliefs } from './beliefs.ts'
import type { Panel } from './panel.ts'

/** Several panels as one: their experts follow each other, and so do their states. */
export function joinPanels(panels: readonly Panel[]): Panel<unknown[]> {
  const starts: number[] = [0]
  for (const panel of panels) starts.push(starts[starts.length - 1] + panel.capacity)
  let sliced: Beliefs | undefined
  let slices: readonly Beliefs[] = []

  function slicesOf(beliefs: Beliefs): readonly Beliefs[] {
    if (beliefs !== sliced) {
      slices = panels.map((_, i) => sliceBeliefs(beliefs, starts[i], starts[i + 1]))
      sliced = beliefs
    }
    return slices
  }

  // One panel needs no slices.
  const only = panels.length === 1 ? panels[0] : undefined
  return {
    capacity: starts[panels.length],
    kind: panels.map((panel) => panel.kind ?? 'experts').join(' + '),
    acceptsMissing: panels.every((panel) => panel.acceptsMissing === true),
    alwaysProper: panels.every((panel) => panel.alwaysProper === true),
    settings: (states) => panels.flatMap((panel, i) => panel.settings(states[i])),
    init: () => panels.map((panel) => panel.init()),
    predict(states, x, out) {
      if (only) {
        only.predict(states[0], x, out)
        return
      }
      const parts = slicesOf(out)
      for (let i = 0; i < panels.length; i++) panels[i].predict(states[i], x, parts[i])
    },
    update(states, x, y, beliefs) {
      if (only) {
        only.update(states[0], x, y, beliefs)
        return
      }
      const parts = slicesOf(beliefs)
      for (let i = 0; i < panels.length; i++) panels[i].update(states[i], x, y, parts[i])
    },
  }
}

import { shapeOf, tupleOf } from '../base/shape.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Panel, Turnover } from '../nouns/panel.ts'
import { sliceBeliefs } from './beliefs.ts'
import { foresee } from './foresee.ts'

/** Several panels as one: their experts follow each other, and so do their states. */
export function joinPanels(panels: readonly Panel[]): Panel<unknown[]> {
  const starts: number[] = [0]
  for (const panel of panels) starts.push(starts[starts.length - 1] + panel.capacity)
  const capacity = starts[panels.length]
  // One panel needs no slices: it writes into the beliefs themselves.
  const only = panels.length === 1 ? panels[0] : undefined
  const shifted = turnovers(starts)
  const slicesOf = slicer(starts)
  const placeOf = (expert: number): number => panels.findIndex((_, at) => expert < starts[at + 1])
  const restartable = panels.some((panel) => panel.restart !== undefined)
  return {
    capacity,
    acceptsMissing: panels.every((panel) => panel.acceptsMissing === true),
    turnsOver: panels.some((panel) => panel.turnsOver === true),
    settings: (states) => panels.flatMap((panel, i) => panel.settings(states[i])),
    init: tupleOf(panels.map((panel) => shapeOf(panel))),
    predict(states, x, out) {
      if (only) {
        only.predict(states[0], x, out)
        return
      }
      const parts = slicesOf(out)
      for (let i = 0; i < panels.length; i++) panels[i].predict(states[i], x, parts[i])
    },
    foresee(states, x, out) {
      const parts = only ? [out] : slicesOf(out)
      for (let i = 0; i < panels.length; i++) foresee(panels[i], states[i], x, parts[i])
    },
    update(states, x, y, beliefs, turnover) {
      if (only) {
        only.update(states[0], x, y, beliefs, turnover)
        return
      }
      const parts = slicesOf(beliefs)
      for (let i = 0; i < panels.length; i++) {
        panels[i].update(states[i], x, y, parts[i], shifted(i, turnover))
      }
    },
    explain(x, expert) {
      const i = placeOf(expert)
      return panels[i].explain?.(x, expert - starts[i])
    },
    ...(restartable
      ? {
          restart(states: unknown[], expert: number) {
            const i = placeOf(expert)
            panels[i].restart?.(states[i], expert - starts[i])
          },
        }
      : {}),
  }
}

/** The beliefs of each panel, within those of all: the same arrays again as long as the whole is the same. */
function slicer(starts: readonly number[]): (whole: Beliefs) => readonly Beliefs[] {
  let known: Beliefs | undefined
  let slices: readonly Beliefs[] = []
  return (whole) => {
    if (whole !== known) {
      slices = starts.slice(1).map((end, i) => sliceBeliefs(whole, starts[i], end))
      known = whole
    }
    return slices
  }
}

/** A panel's own slots, counted from 0, as slots of the whole. */
function turnovers(
  starts: readonly number[],
): (panel: number, whole: Turnover | undefined) => Turnover | undefined {
  let known: Turnover | undefined
  let each: readonly Turnover[] = []
  return (panel, whole) => {
    if (whole === undefined) return undefined
    if (whole !== known) {
      known = whole
      each = starts.map((start) => ({
        enter: (expert, share) => whole.enter(start + expert, share),
        leave: (expert) => whole.leave(start + expert),
      }))
    }
    return each[panel]
  }
}

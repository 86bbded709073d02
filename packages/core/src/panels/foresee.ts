import type { Beliefs } from '../nouns/beliefs.ts'
import type { Features, Panel } from '../nouns/panel.ts'

/** What is believed of an outcome that comes after the next one. */
export function foresee<State>(panel: Panel<State>, state: State, x: Features, out: Beliefs): void {
  if (panel.foresee) panel.foresee(state, x, out)
  else panel.predict(state, x, out)
}

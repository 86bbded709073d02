import type { Panel, Rule } from '../../nouns/panel.ts'

/** Experts whose threshold moves by A·(P(miss) − α) and by nothing else: what the coverage theorems are about. */
export interface Moves {
  /** A: ητ² for Bayes-ACI, η for ACI. */
  readonly steps: Float64Array
  /** τ; 0 for ACI. */
  readonly spreads: Float64Array
  readonly starts: Float64Array
}

export interface MovingPanel<State> extends Panel<State> {
  readonly moves?: Moves
}

export interface MovingRule<State> extends Rule<State> {
  bind(context: Parameters<Rule<State>['bind']>[0]): MovingPanel<State>
}

/** The moves of several panels, one after the other; undefined if one of them moves otherwise. */
export function joinMoves(panels: readonly Panel[]): Moves | undefined {
  const all: Moves[] = []
  for (const panel of panels) {
    const { moves } = panel as MovingPanel<unknown>
    if (!moves) return undefined
    all.push(moves)
  }
  const joined = (part: keyof Moves): Float64Array =>
    Float64Array.from(all.flatMap((each) => [...each[part]]))
  return { steps: joined('steps'), spreads: joined('spreads'), starts: joined('starts') }
}

import type { Model } from '../nouns/model.ts'

/** Learns the outcome at this input: of the forecast that would be given now. */
export function learn<Input, Answer, Round, State, Issued>(
  model: Model<Input, Answer, Round, State, Issued>,
  state: State,
  input: Input,
  y: number,
): Round {
  return model.settle(state, model.issue(state, input, true).issued, y)
}

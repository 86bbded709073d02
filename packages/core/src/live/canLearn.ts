import { NumericalError } from '../base/errors.ts'
import type { Model } from '../nouns/model.ts'
import { learn } from './learn.ts'

/** Learns a row that can no longer be refused; false where the model fails on it. */
export function canLearn<Input, Answer, Round, State, Issued>(
  model: Model<Input, Answer, Round, State, Issued>,
  state: State,
  input: Input,
  y: number,
): boolean {
  try {
    learn(model, state, input, y)
    return true
  } catch (error) {
    if (error instanceof NumericalError) return false
    throw error
  }
}

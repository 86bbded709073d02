import { expectMethods } from '../base/check.ts'
import type { Model, Modelled } from '../nouns/model.ts'

/** The model itself, or the model of a learner. */
export function modelOf<M extends Model>(given: Modelled<M>): M {
  const model = typeof given === 'object' && given !== null && 'model' in given ? given.model : given
  expectMethods('the model', model, ['init', 'predict', 'issue', 'settle'])
  return model
}

import {
  adaptiveRandomForest,
  hoeffdingAdaptiveTree,
  hoeffdingTree,
  knn,
  linearRegression,
  mondrianForest,
  onlineBagging,
  type Rule,
} from 'credence'
import * as z from 'zod'
import { axis, positive } from '../axis.ts'
import { type Kind, kind } from '../kinds.ts'

const count = z.int().positive()
const fraction = z.number().gt(0).lt(1)

const regressor = {
  priorVariance: axis(positive).exactOptional(),
  noise: axis(positive).exactOptional(),
}

const tree = {
  ...regressor,
  gracePeriod: axis(positive).exactOptional(),
  maxDepth: axis(z.int().nonnegative()).exactOptional(),
  significance: axis(fraction).exactOptional(),
  tieThreshold: axis(z.number().nonnegative()).exactOptional(),
  leaf: axis(z.enum(['mean', 'linear', 'adaptive'])).exactOptional(),
  learningRate: axis(positive).exactOptional(),
}

const linear = { ...regressor, learningRate: axis(positive).exactOptional() }

/** What bagging may copy. */
const bagged = { linear: linearRegression(), 'hoeffding-tree': hoeffdingTree() }

/** The online regressors that the paper compares with. */
export const baselineExperts: readonly Kind<Rule>[] = [
  kind(
    'knn',
    {
      ...regressor,
      neighbours: axis(count).exactOptional(),
      window: axis(count).exactOptional(),
      weighting: axis(z.enum(['mean', 'distance'])).exactOptional(),
    },
    knn,
  ),
  kind('linear-regression', linear, linearRegression),
  kind('hoeffding-tree', tree, hoeffdingTree),
  kind(
    'hoeffding-adaptive-tree',
    { ...tree, driftWindow: axis(count).exactOptional() },
    hoeffdingAdaptiveTree,
  ),
  kind(
    'adaptive-random-forest',
    {
      ...tree,
      learners: axis(count).exactOptional(),
      vote: axis(z.enum(['median', 'mean'])).exactOptional(),
    },
    adaptiveRandomForest,
  ),
  kind(
    'mondrian-forest',
    { ...regressor, learners: axis(count).exactOptional(), step: axis(positive).exactOptional() },
    mondrianForest,
  ),
  kind(
    'bagging',
    { of: z.enum(['linear', 'hoeffding-tree']).default('linear'), learners: count.exactOptional() },
    ({ of, ...options }) => onlineBagging<unknown>(bagged[of], options),
  ),
]

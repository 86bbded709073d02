import * as baselines from '../src/doors/baselines.ts'
import { agaci, bayesDtaci, pidMethod, saocpMethod } from '../src/doors/conformal.ts'
import { gp } from '../src/doors/gp.ts'
import * as credence from '../src/doors/index.ts'
import { adaHedge, cbce, mixingPast, mlpol, squint, variableShare } from '../src/doors/meta.ts'
import { delayed, growing, learntNoise, lines } from '../src/doors/panels.ts'
import { normal, seededRng } from '../src/math/rng.ts'
import { boostedTrees } from '../src/trees/boostedTrees.ts'

const { aggregate, conformal, squared, logDensity, mean, annealed, point } = credence

/** Learners of many kinds, each with 90 rounds behind it and a prediction open. */
export const learners: Readonly<Record<string, () => credence.Learner<never, unknown, unknown>>> = {
  svb: () => made(aggregate({ experts: credence.svb({ scale: [0.1, 1] }), loss: squared, score: mean })),
  'conjugate, boa': () =>
    made(
      aggregate({ experts: credence.conjugate(), loss: logDensity, score: annealed, meta: credence.boa() }),
    ),
  'ogd, calibrated': () =>
    made(
      aggregate({
        experts: credence.ogd({ learningRate: [0.01, 0.1] }),
        loss: squared,
        score: point,
        meta: credence.calibrated(),
        switches: 2,
        history: 4,
      }),
    ),
  hoeffdingTree: () =>
    made(aggregate({ experts: baselines.hoeffdingTree({ gracePeriod: 20 }), loss: squared })),
  hoeffdingAdaptiveTree: () =>
    made(aggregate({ experts: baselines.hoeffdingAdaptiveTree({ gracePeriod: 20 }), loss: squared })),
  adaptiveRandomForest: () =>
    made(
      aggregate({ experts: baselines.adaptiveRandomForest({ learners: 2, gracePeriod: 20 }), loss: squared }),
    ),
  mondrianForest: () =>
    made(aggregate({ experts: baselines.mondrianForest({ learners: 2 }), loss: squared })),
  knn: () => made(aggregate({ experts: baselines.knn({ window: 20 }), loss: squared })),
  'online bagging of trees': () =>
    made(
      aggregate({
        experts: baselines.onlineBagging(baselines.hoeffdingTree(), { learners: 2 }),
        loss: squared,
      }),
    ),
  'lines, learnt late': () =>
    made(aggregate({ experts: delayed(lines({ forgetting: [0.9, 1] }), { rounds: 3 }), loss: squared })),
  'a grid that grows': () =>
    made(
      aggregate({
        experts: growing((scale) => credence.svb({ scale }), { start: 0.1, keep: 20 }),
        loss: squared,
      }),
    ),
  'boosted trees, learnt noise': () =>
    made(
      aggregate({
        experts: learntNoise(boostedTrees({ window: 30, trees: 4, depth: 2 }), {}, [lines()]),
        loss: logDensity,
      }),
    ),
  gp: () => made(aggregate({ experts: gp({ window: 8, noise: 0.3 }), loss: logDensity })),
  'gp, all data': () => made(aggregate({ experts: gp({ window: null, noise: 0.3 }), loss: logDensity })),
  external: () =>
    made(aggregate({ experts: credence.external({ columns: 2 }), loss: squared, score: point })),
  'intervals by memories': () => made(conformal(), true),
  'intervals by bayesDtaci': () => made(conformal({ method: bayesDtaci() }), true),
  'intervals by agaci': () => made(conformal({ method: agaci() }), true),
  'intervals by pid': () => made(conformal({ method: pidMethod({ window: 20 }) }), true),
  'intervals by saocp': () => made(conformal({ method: saocpMethod() }), true),
  ...Object.fromEntries(
    [adaHedge(), cbce(), mixingPast(), mlpol(), squint(), variableShare()].map((meta) => [
      `knn, ${meta.name}`,
      () =>
        made(
          aggregate({
            experts: baselines.knn({ window: [3, 4] }),
            loss: squared,
            meta: meta as credence.MetaLearner,
          }),
        ),
    ]),
  ),
}

export function made(learner: unknown, around = false): credence.Learner<never, unknown, unknown> {
  const at = learner as credence.Learner<never, unknown, unknown>
  const rng = seededRng(5)
  for (let t = 0; t < 90; t++) {
    const x = [normal(rng), normal(rng)]
    at.learn((around ? x[0] : x) as never, x[0] + 0.1 * normal(rng))
  }
  at.predict((around ? 1 : [1, 2]) as never, { id: 'open' })
  return at
}

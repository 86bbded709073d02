import {
  type Account,
  type AggregateLearner,
  absolute,
  adaHedge,
  aggregate,
  annealed,
  ewa,
  fixedShare,
  type Loss,
  logDensity,
  type MetaLearner,
  mean,
  panelOf,
  point,
  type Rng,
  type Rule,
  type Score,
  seededRng,
  squared,
  squint,
} from '../src/doors/index.ts'
import { adaNormalHedge, cbce, exponentiatedGradient, mixingPast, softBayes } from '../src/doors/meta.ts'
import { integerBelow, uniform } from '../src/doors/random.ts'

/** Random lives of learners, to see whether a bound that the ledger shows is ever exceeded. */

const METAS: readonly ((rng: Rng) => unknown)[] = [
  (rng) => ewa({ rate: 3 * uniform(rng) + 0.01 }),
  () => ewa({ rate: (t) => 1 / Math.sqrt(t) }),
  (rng) => fixedShare({ rate: 1, share: 0.3 * uniform(rng) + 0.001 }),
  (rng) => mixingPast({ rate: 1, share: 0.3 * uniform(rng) + 0.001 }),
  () => mixingPast({ past: 'uniform' }),
  () => adaHedge(),
  () => squint(),
  () => adaNormalHedge(),
  () => softBayes(),
  () => exponentiatedGradient(),
  () => cbce(),
  () => cbce({ range: 1 }),
  () => cbce({ range: 1, carry: 0 }),
  () => squint({ range: 1 }),
  () => adaNormalHedge({ range: 1 }),
]

const SCORES: readonly (readonly [Loss, Score])[] = [
  [absolute, point],
  [squared, point],
  [squared, mean],
  [squared, annealed],
  [logDensity, annealed],
]

/** Forecasts, variances and activations of experts, all read from x. */
function scripted(size: number): Rule {
  return panelOf(
    Array.from({ length: size }, (_, k) => ({
      init: () => null,
      predict: (_state: unknown, x: ArrayLike<number>) => ({
        mean: x[k],
        variance: x[size + k],
        noise: 1,
        awake: x[2 * size + k],
      }),
      update() {},
    })),
  )
}

function constant(value: number): Rule {
  return panelOf([
    { settings: { value }, init: () => null, predict: () => ({ mean: value, noise: 1 }), update() {} },
  ])
}

/** Plays one random life; throws where a regret exceeds the bound beside it, and returns how many bounds it saw. */
export function playRandomLife(seed: number): number {
  const rng = seededRng(seed)
  const chance = (p: number): boolean => uniform(rng) < p
  const meta = METAS[integerBelow(rng, METAS.length)](rng) as MetaLearner
  // A promised range holds for absolute loss alone.
  const promised = 'range' in meta.settings && meta.settings.range !== null
  const [loss, score] = promised ? SCORES[0] : SCORES[integerBelow(rng, SCORES.length)]
  const size = 1 + integerBelow(rng, 4)
  const rules: Rule[] = [scripted(size)]
  const make = (): AggregateLearner => aggregate({ experts: rules, loss, score, meta })
  const spread = promised || chance(0.5) ? 1 : 20
  const value = (): number => (promised ? uniform(rng) : spread * (uniform(rng) - 0.3))
  const features = (): number[] => {
    const awake = Array.from({ length: size }, () => (chance(0.2) ? 0 : chance(0.1) ? uniform(rng) : 1))
    awake[integerBelow(rng, size)] = 1
    return [...awake.map(value), ...awake.map(() => (chance(0.5) ? 0 : uniform(rng))), ...awake]
  }
  let learner = make()
  const late = chance(0.3)
  const open: number[] = []
  let seen = 0
  for (let t = 0; t < 8 + integerBelow(rng, 40); t++) {
    const x = features()
    if (late && chance(0.3)) {
      learner.predict(x, { id: t })
      open.push(t)
    } else learner.learn(x, value())
    if (open.length > 0 && chance(0.3)) learner.learn({ id: open.shift() as number, y: value() })
    if (learner.round > 0 && chance(0.05)) learner.mark(`round ${t}`)
    if (learner.round > 0 && chance(0.05)) {
      const rule = constant(value())
      rules.push(rule)
      learner.add(rule, chance(0.5) ? { share: 0.05 + 0.9 * uniform(rng) } : {})
    }
    if (chance(0.03)) learner = make().restore(learner.save())
    if (chance(0.1)) seen += check(learner, `seed ${seed}, round ${t}, ${meta.name}`)
  }
  return seen + check(learner, `seed ${seed}, ${meta.name}`)
}

function check(learner: AggregateLearner, where: string): number {
  if (learner.round === 0) return 0
  const { total, marks } = learner.ledger
  const each = learner.settings.map((_, k) => learner.against(k))
  const accounts = [total, ...Object.values(marks), learner.trailing(3), ...each]
  return accounts.reduce((seen, account) => seen + expectWithin(account, where), 0)
}

function expectWithin(account: Account, where: string): number {
  const { regret, bound, weightedRegret, weightedBound, from, to, best } = account
  const exceeds = (value: number, limit: number): boolean => value > limit + 1e-9 * (1 + Math.abs(limit))
  const what = `${where}: rounds ${from} to ${to}, expert ${best}`
  if (bound !== undefined && exceeds(regret, bound)) {
    throw new Error(`${what}: regret ${regret} exceeds ${bound}`)
  }
  if (weightedBound !== undefined && exceeds(weightedRegret, weightedBound)) {
    throw new Error(`${what}: weighted regret ${weightedRegret} exceeds ${weightedBound}`)
  }
  return bound === undefined ? 0 : 1
}

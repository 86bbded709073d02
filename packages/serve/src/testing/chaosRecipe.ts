/** The model of the chaos test: a real one, with late outcomes and a law of y. */
export const CHAOS_RECIPE = {
  task: 'regression',
  features: ['level', 'trend'],
  experts: [{ kind: 'conjugate', noise: [0.5, 1, 2], priorVariance: [0.1, 1, 10], forgetting: 0.99 }],
  loss: 'log-density',
}

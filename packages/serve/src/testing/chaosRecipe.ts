/** The model of the chaos test: a real one, with late outcomes and a predictive distribution. */
export const CHAOS_RECIPE = {
  task: 'regression',
  features: ['level', 'trend'],
  experts: [{ kind: 'conjugate', noise: [0.5, 1, 2], priorVariance: [0.1, 1, 10], forgetting: 0.99 }],
  loss: 'log-density',
}

/** Of the model that had the name before. */
export const EARLIER_RECIPE = {
  ...CHAOS_RECIPE,
  experts: [{ kind: 'conjugate', noise: [1], priorVariance: [1] }],
}

/** Nine linear experts over two columns: a small learner, so that the service is what is measured. */
export const linearRecipe = {
  task: 'regression',
  features: ['a', 'b'],
  experts: [{ kind: 'conjugate', noise: [0.5, 1, 2], priorVariance: [0.1, 1, 10] }],
  loss: 'log-density',
}

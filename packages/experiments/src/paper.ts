/** The paper whose sentences are judged. `CITATION.cff` says the same, and a test holds both together. */
export const paper = {
  authors: 'Jungbin Jun and Ilsang Ohn',
  title: 'Adaptive Bayesian Online Learning via Expert Aggregation',
  year: 2026,
  /** Not published with one yet. */
  doi: undefined as string | undefined,
} as const

/** As pages, tables and the command line cite it. */
export function citation(): string {
  const { authors, title, year, doi } = paper
  return `${authors}, ${title}, ${year}${doi === undefined ? '' : `, https://doi.org/${doi}`}`
}

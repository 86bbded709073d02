/** How often one kind of interval covered. */
export interface CoverageCount {
  readonly name: string
  readonly asked: number
  readonly rounds: number
  readonly covered: number
}

type Watched = { readonly prototype: object }

export function countCoverage(parts: {
  readonly ConformalModel: Watched
  readonly AutoModel: Watched
  readonly Fleet: Watched
}): () => CoverageCount[]

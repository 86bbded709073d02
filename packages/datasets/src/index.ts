/** A shipped data set: a gzipped CSV with a header, rows in the order of the original file. */
export interface Dataset {
  readonly name: string
  readonly rows: number
  readonly features: number
  /** The column to predict: the last one. */
  readonly target: string
  readonly task: 'regression' | 'classification'
  readonly about: string
  readonly url: URL
}

function dataset(
  name: string,
  rows: number,
  features: number,
  target: string,
  task: Dataset['task'],
  about: string,
): Dataset {
  return {
    name,
    rows,
    features,
    target,
    task,
    about,
    url: new URL(`../data/${name}.csv.gz`, import.meta.url),
  }
}

/** Where each comes from, and its licence: data/README.md. */
export const datasets: readonly Dataset[] = [
  dataset(
    'boston',
    506,
    13,
    'medv',
    'regression',
    'Boston house values, in $1000 (Harrison & Rubinfeld 1978)',
  ),
  dataset(
    'california',
    20640,
    8,
    'med_house_val',
    'regression',
    'California house values, in $100,000 (Pace & Barry 1997)',
  ),
  dataset('concrete', 1030, 8, 'compressive_strength', 'regression', 'Concrete strength, in MPa (Yeh 1998)'),
  dataset(
    'breast_cancer',
    569,
    30,
    'benign',
    'classification',
    'Wisconsin diagnostic breast cancer: 1 benign (1993)',
  ),
  dataset(
    'pima',
    768,
    8,
    'diabetes',
    'classification',
    'Diabetes among Pima women: 1 yes (Smith et al. 1988)',
  ),
]

/** Cells of text that say that nothing is known. */
export const MISSING_TEXT: readonly string[] = [
  '',
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  'NaN',
  'nan',
  'null',
  'NULL',
  'None',
  '?',
]

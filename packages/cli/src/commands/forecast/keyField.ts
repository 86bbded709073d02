const FIELD = /^(?:step|time|mean|median|sd|lower|upper|sample_\d+)$/
const PREFIX = 'input_'

/** The field of a column that names series: not one that a record has already. */
export function keyField(column: string): string {
  return FIELD.test(column) ? `${PREFIX}${column}` : column
}

/** The column that has become this field. */
export function columnOfField(field: string): string {
  const column = field.startsWith(PREFIX) ? field.slice(PREFIX.length) : field
  return FIELD.test(column) ? column : field
}

/** No data is deeper; and what is much deeper cannot be written without overflowing the stack. */
const DEEPEST = 200

/** What a refusal says of a cell that `nestedText` cannot write. */
export const TOO_DEEP: string = `is nested deeper than ${DEEPEST} levels`

/** A list or an object in a column that is read as text, as JSON; undefined where it is too deep. */
export function nestedText(cell: object): string | undefined {
  return isDeeper(cell, DEEPEST) ? undefined : JSON.stringify(cell)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1))
}

import type { KeySummary } from './keys.ts'
import { unitSentence } from './unitChange.ts'
import { digits, type Facts, percent, type Warning } from './warning.ts'

/** Series that a warning names. */
const NAMED = 3

function namedKeys(keys: readonly KeySummary[], of: (key: KeySummary) => string): string {
  const some = keys.slice(0, NAMED).map((key) => `${JSON.stringify(key.name)}${of(key)}`)
  return `${some.join(', ')}${keys.length > NAMED ? `, and ${keys.length - NAMED} more` : ''}`
}

export function keysBack({ keys, order: { column = 'time' } }: Facts): Warning[] {
  const back = keys?.each.filter((key) => key.back > 0) ?? []
  if (back.length === 0) return []
  return [
    {
      code: 'order',
      message: `the times in ${JSON.stringify(column)} go back within ${back.length} of ${keys?.each.length} series: ${namedKeys(back, () => '')}. Rows are learnt in the order of the file: sort them, oldest first, and run again`,
    },
  ]
}

export function keysRepeated({ keys, order: { column = 'time' } }: Facts): Warning[] {
  const again = keys?.each.filter((key) => key.same > 0).sort((a, b) => b.same - a.same) ?? []
  if (again.length === 0) return []
  const rows = again.reduce((sum, key) => sum + key.same, 0)
  const what = `${rows === 1 ? '1 row has' : `${rows} rows have`} the ${JSON.stringify(column)} of the row before in the same series`
  return [
    {
      code: 'copied',
      message: `${what}: ${namedKeys(again, ({ same }) => ` ${same}`)}. ${rows === 1 ? 'Both' : 'All'} were learnt. If a row was copied by mistake, delete one copy and run again. If a series is of several shops, products or the like, add their column to --by. Else do nothing`,
    },
  ]
}

export function keysCovered({ keys, intervals, sets: held }: Facts): Warning[] {
  const asked = (intervals ?? held)?.asked
  if (!keys || asked === undefined) return []
  const low = keys.each
    .filter(({ confidence }) => confidence[1] < asked)
    .sort((a, b) => (a.covered ?? 1) - (b.covered ?? 1))
  if (low.length === 0) return []
  return [
    {
      code: 'coverage',
      message: `${low.length} of ${keys.each.length} series are covered significantly less than the ${percent(asked)} asked for: ${namedKeys(low, ({ covered }) => ` ${percent(covered ?? 0)}`)}`,
    },
  ]
}

export function keysUnits({ keys, columns, order: { unit = 'row' } }: Facts): Warning[] {
  const each = (keys?.each ?? []).flatMap(({ name, units: found }) =>
    found.map(
      (change) => `${JSON.stringify(name)}: ${unitSentence(change, columns.target, `${unit} ${change.row}`)}`,
    ),
  )
  const more = each.length > NAMED ? [`… and ${each.length - NAMED} more such changes`] : []
  return [...each.slice(0, NAMED), ...more].map((message) => ({ code: 'unit', message }))
}

export function keysNaive({ keys }: Facts): Warning[] {
  // In a series of two units errors are mostly of the larger one.
  const worse =
    keys?.each.filter(({ relative, units }) => units.length === 0 && relative !== null && relative > 1) ?? []
  if (worse.length === 0) return []
  return [
    {
      code: 'naive',
      message: `in ${worse.length} of ${keys?.judged} series a naive forecast of the same series was better: ${namedKeys(worse, ({ relative }) => `, error ${digits(relative ?? 1)} times as large`)}. Other columns may help; and credence forecast, which has experts of seasons, shows how good it is on the same file`,
    },
  ]
}

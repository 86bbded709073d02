import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { inFolder } from './folder.ts'
import { credence } from './process.ts'

const day = (t: number): string => new Date(Date.UTC(2026, 0, 1 + t)).toISOString().slice(0, 10)
const stores = `date,store,sales\n${Array.from(
  { length: 80 },
  (_, t) => `${day(t >> 1)},${t % 2 ? 'north' : 'south'},${(10 + 3 * Math.sin(t)).toFixed(1)}`,
).join('\n')}\n`

/** What is said of these columns, in place of those that tell series apart. */
const refusal = (command: string, ...more: string[]): Promise<string> =>
  inFolder(async (path) => {
    await writeFile(path('stores.csv'), stores)
    const { code, err } = credence([command, path('stores.csv'), ...more])
    expect(code).toBe(2)
    return err
  })

it.each([
  ['run', /--by store,store must name different columns/],
  ['forecast', /--by store,store: the column "store" is named twice: name it once/],
])('credence %s refuses the same column twice in --by', async (command, says) => {
  expect(await refusal(command, '--target', 'sales', '--by', 'store,store')).toMatch(says)
})

it.each(['run', 'forecast'])(
  'credence %s refuses a column of times, of which each would be a series',
  async (command) => {
    expect(await refusal(command, '--target', 'sales', '--by', 'date')).toMatch(
      /--by date: "date" holds times, and each time would be a series of its own\. Choose the column/,
    )
  },
)

it('credence run takes no measurement for a column that tells series apart', async () => {
  expect(await refusal('run', '--by', 'sales')).toMatch(
    /--by sales: "sales" holds numbers such as .*, and each would be a series of its own\. Choose the column/,
  )
})

it('says how a recipe has one series, where it names none', () =>
  inFolder(async (path) => {
    await writeFile(path('stores.csv'), stores)
    await writeFile(path('r.json'), JSON.stringify({ preset: 'auto', by: 'none', target: 'sales' }))
    const { err } = credence(['run', path('r.json'), path('stores.csv')])
    expect(err).toMatch(/no column "none"\. For one series, leave "by" out of the recipe and add --by none/)
  }))

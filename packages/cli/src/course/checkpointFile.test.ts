import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { readSave, writeSave } from 'credence'
import { expect, it } from 'vitest'
import { inFolder } from '../../test/folder.ts'
import { main } from '../main.ts'
import { readRecipe } from '../recipes/readRecipe.ts'
import { readCheckpoint } from './checkpointFile.ts'

type Saved = Record<string, unknown> & { output: object; watched: { options: object; state: object } }

/** A checkpoint of three rows: what it holds, and what is said of it after a change with the right checksum. */
async function afterChange<T>(
  use: (saved: Saved, says: (description: unknown, state: unknown) => Promise<string>) => Promise<T>,
): Promise<T> {
  return inFolder(async (path) => {
    await writeFile(path('r.json'), JSON.stringify({ experts: [{ kind: 'svb', scale: [0.1, 1] }] }))
    await writeFile(path('d.csv'), 'a,y\n1,2\n2,3\n3,5\n')
    const run = ['run', path('r.json'), path('d.csv'), '-o', path('out'), '--quiet']
    expect(await main(['node', 'credence', ...run, '--save', path('c')])).toBe(0)
    const { recipe } = await readRecipe(path('r.json'))
    const saved = readSave(readFileSync(path('c')))
    expect(await readCheckpoint(path('c'), recipe)).toEqual(saved.state)
    return use(saved.state as Saved, async (description, state) => {
      await writeFile(
        path('c'),
        writeSave({ description: { ...(saved.description as object), ...(description as object) }, state }),
      )
      return readCheckpoint(path('c'), recipe).then(
        () => 'accepted',
        (error: Error) => `${error.name}: ${error.message.replace(path('c'), 'c')}`,
      )
    })
  })
}

it('a checkpoint of another version is refused by its name', () =>
  afterChange(async (saved, says) => {
    expect(await says({ format: 1 }, saved)).toMatch(/^UserError: c was saved by another version of credence/)
    // In those of format 6 the first row that was copied has no place.
    expect(await says({ format: 7 }, saved)).toMatch(/^UserError: c was saved by another version/)
    const older = structuredClone(saved)
    Reflect.deleteProperty((older.watched.state as { order: object }).order, 'firstSame')
    expect(await says({ format: 6 }, older)).toMatch(/^UserError: c was saved by another version of credence/)
    // In those of format 7 there is no median of the outcomes so far.
    const { errors } = older.watched.state as { errors: object }
    Reflect.deleteProperty(errors, 'middle')
    expect(await says({ format: 7 }, older)).toMatch(/^UserError: c was saved by another version of credence/)
  }))

it('what no run can have saved is refused, whatever its checksum', () =>
  afterChange(async (saved, says) => {
    const { output, watched } = saved
    const ofWatched = (change: object): object => ({ watched: { ...watched, ...change } })
    const ofState = (change: object): object => ofWatched({ state: { ...watched.state, ...change } })
    const changes: readonly object[] = [
      { row: -3 },
      { row: Number.NaN },
      { row: 2 },
      { row: '3' },
      { rows: null },
      { columns: [5] },
      { output: null },
      { output: { ...output, offset: 0.5 } },
      { output: { ...output, checksum: -1 } },
      { output: { ...output, waiting: 5 } },
      { output: { ...output, waiting: [5] } },
      { output: { ...output, columns: [5] } },
      { asked: null },
      { asked: { keep: {} } },
      { watched: null },
      { watched: 5 },
      { refused: { count: 1, reasons: [] } },
      { refused: { count: 2, reasons: ['a'] } },
      { session: 'x' },
      { more: 1 },
      ofWatched({ seconds: 'x' }),
      ofWatched({ seconds: Number.NaN }),
      ofWatched({ state: {} }),
      ofWatched({ options: {} }),
      ofWatched({ options: { ...watched.options, ahead: 0 } }),
      ofWatched({ options: { ...watched.options, ahead: 2 } }),
      ofState({ rows: 2 }),
      ofState({ losses: [1] }),
      ofState({ errors: null }),
      ofState({ groups: { names: ['a'], misses: [], finite: [], width: [], forecasts: [], error: [] } }),
      ofState({ calibration: {} }),
      ofState({ series: null }),
    ]
    expect(await says({}, saved)).toBe('accepted')
    for (const change of changes)
      expect(await says({}, { ...saved, ...change }), JSON.stringify(change).slice(0, 80)).toMatch(
        /^UserError: c: the save does not fit: .* must be /,
      )
    for (const state of [null, 5, []])
      expect(await says({}, state)).toMatch(/^UserError: c: the save does not fit/)
  }))

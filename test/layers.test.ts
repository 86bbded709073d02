import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

/** The folders of each package, lowest first: a file imports only from its own folder and from those before it. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: [
    ...['base', 'math', 'nouns', 'live', 'losses', 'scores', 'meta', 'panels', 'gp', 'trees', 'oracles'],
    ...[
      'ledger',
      'aggregate',
      'classes',
      'conformal',
      'stream',
      'rows',
      'models',
      'paths',
      'crowd',
      'series',
      'auto',
      'testing',
      'kinds',
      'doors',
    ],
  ],
  serve: [
    ...['base', 'journals', 'keyed', 'learning', 'models', 'recipes', 'service', 'alerts', 'prometheus'],
    ...['telemetry', 'http', 'server', 'testing'],
  ],
  cli: ['base', 'files', 'input', 'recipes', 'output', 'course', 'summary', 'commands'],
}

it.each(Object.entries(LAYERS))('imports only downwards in packages/%s', (name, layers) => {
  const root = `packages/${name}/src`
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const upward = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)]
        .map(([, to]) => normalize(join(dirname(file), to as string)))
        .filter((to) => layerOf(layers, to) > layerOf(layers, file))
        .map((to) => `${file} → ${to}`),
    )
  expect(upward).toEqual([])
})

/** Files beside the folders are the package's own door: above all. */
function layerOf(layers: readonly string[], file: string): number {
  const folder = file.includes('/') ? (file.split('/')[0] as string) : undefined
  if (folder === undefined) return layers.length
  expect(layers, `a layer for the folder of ${file}`).toContain(folder)
  return layers.indexOf(folder)
}

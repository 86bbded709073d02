import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Metrics } from './metrics.ts'
import { SERVE_OPTIONS } from './options.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

it('draws only metrics that the service has, by labels that they have', async () => {
  const known = new Map<string, readonly string[]>()
  for (const { name, type, labelNames } of await described()) {
    const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const suffix of suffixes) known.set(name + suffix, [...labelNames, 'le', 'instance'])
  }
  const { panels } = JSON.parse(read('grafana.json')) as { panels: { targets: { expr: string }[] }[] }
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(10)
  for (const expression of expressions) {
    const names = expression.match(/credence_\w+/g) ?? []
    expect(names.length).toBeGreaterThan(0)
    const labels = [
      ...[...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
      ...[...expression.matchAll(/\{(\w+)=/g)].map(([, label = '']) => label),
    ]
    for (const name of names) {
      expect([...known.keys()], expression).toContain(name)
      for (const label of labels) expect(known.get(name), `${label} of ${name}`).toContain(label)
    }
  }
})

it('starts the service by options that it has, in the container, in the compose file and by systemd', () => {
  const flags = Object.values(SERVE_OPTIONS).map(({ flag }) => flag.split(' ')[0])
  for (const name of ['Containerfile', 'compose.yaml', 'credence.service']) {
    // What follows the word serve on its line.
    const used = read(name)
      .split('\n')
      .filter((line) => /\bserve\b|^CMD/.test(line) && !line.startsWith('#'))
      .flatMap((line) => line.match(/--[a-z-]+/g) ?? [])
    expect(used.length, name).toBeGreaterThan(0)
    for (const flag of used) expect(flags, name).toContain(flag)
  }
})

interface Described {
  readonly name: string
  readonly type: string
  readonly labelNames: readonly string[]
}

async function described(): Promise<Described[]> {
  const { registry } = new Metrics()
  return registry.getMetricsAsArray().map((metric) => {
    const { name, labelNames } = metric as unknown as Described
    return { name, labelNames, type: metric.constructor.name.toLowerCase() }
  })
}

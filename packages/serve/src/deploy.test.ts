import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { decodeSnappy } from './prometheus/snappy.ts'
import { WriteBack } from './prometheus/writeBack.ts'
import { readWriteRequest } from './prometheus/writeRequest.ts'
import { SERVE_OPTIONS } from './server/options.ts'
import { Metrics } from './service/metrics.ts'

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

interface Compose {
  readonly services: Record<
    string,
    {
      readonly build?: { readonly context: string; readonly dockerfile: string }
      readonly depends_on?: object
      readonly secrets?: readonly string[]
      readonly volumes?: readonly string[]
      readonly ports?: readonly string[]
    }
  >
  readonly secrets: Record<string, { readonly file: string }>
  readonly volumes: object
}

it('names in the compose file only files, secrets, volumes and services that are there', () => {
  const { services, secrets, volumes } = parse(read('compose.yaml'), { merge: true }) as Compose
  const here = (path: string): boolean => existsSync(new URL(`../../../deploy/${path}`, import.meta.url))
  const names = Object.keys(services)
  expect(names).toEqual(['postgres', 'worker-1', 'worker-2', 'proxy'])
  for (const [name, service] of Object.entries(services)) {
    for (const secret of service.secrets ?? []) expect(Object.keys(secrets), name).toContain(secret)
    const needed = service.depends_on ?? []
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) expect(names).toContain(other)
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':')
      // The certificate is made by a command at the head of the file.
      const made = from === './tls' && read('compose.yaml').includes('deploy/tls/tls.crt')
      expect(made || (from.startsWith('.') ? here(from) : from in volumes), volume).toBe(true)
    }
    const { build } = service
    if (build) expect(here(`${build.context}/${build.dockerfile}`), build.dockerfile).toBe(true)
  }
  // The two secrets are made by the commands at the head of the file, and never get into the image or the repository.
  for (const { file } of Object.values(secrets)) {
    const path = `deploy/${file.slice(2)}\n`
    for (const name of ['compose.yaml', '../.dockerignore', '../.gitignore']) {
      expect(read(name), name).toContain(path)
    }
  }
  // The proxy knows the workers, and listens where the port is open.
  const proxy = read('nginx.conf')
  for (const worker of ['worker-1', 'worker-2']) expect(proxy).toContain(`server ${worker}:8710`)
  expect(proxy).toContain('listen 8710')
})

it('starts in Kubernetes by options that it has, with probes it answers and time to drain', () => {
  const [deployment, service, budget] = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS())
  expect([deployment, service, budget].map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
    'apps/v1 Deployment',
    'v1 Service',
    'policy/v1 PodDisruptionBudget',
  ])
  const { spec, metadata } = deployment.spec.template
  for (const { matchLabels } of [deployment.spec.selector, budget.spec.selector])
    expect(metadata.labels).toMatchObject(matchLabels)
  expect(metadata.labels).toMatchObject(service.spec.selector)
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(20)
  const [container] = spec.containers
  const flags = Object.values(SERVE_OPTIONS).map(({ flag }) => flag.split(' ')[0])
  for (const word of container.args) if (word.startsWith('--')) expect(flags).toContain(word)
  expect(container.readinessProbe.httpGet.path).toBe('/readyz')
  expect(container.livenessProbe.httpGet.path).toBe('/healthz')
  const ports = container.ports.map(({ name }: { name: string }) => name)
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
    expect(ports).toContain(container[probe].httpGet.port)
  expect(ports).toContain(service.spec.ports[0].targetPort)
  // The token file is where the container looks for it.
  const [{ mountPath }] = container.volumeMounts
  const [{ path }] = spec.volumes[0].secret.items
  expect(read('Containerfile')).toContain(`"--token-file", "${mountPath}/${path}"`)
})

it('draws forecasts by the names under which they are written', async () => {
  const { panels } = JSON.parse(read('grafana-band.json')) as { panels: { targets: { expr: string }[] }[] }
  const drawn = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.match(/"[^"]+"/g)))
  const written: (string[] | null)[] = []
  const send = (async (_url, init) => {
    for (const { labels } of readWriteRequest(decodeSnappy(init?.body as Uint8Array, 1e6)))
      written.push(labels.map(([, value]) => JSON.stringify(value.replace(/^load/, '$metric'))))
    return new Response()
  }) as typeof fetch
  const back = new WriteBack({ url: 'http://x/', send }, () => {})
  back.add('load', 0, { y: 1, mean: 1, lower: 0, upper: 2, covered: true })
  await back.close()
  // The metric itself is drawn as well.
  for (const names of drawn) if (names?.join() !== '"$metric"') expect(written).toContainEqual(names)
})

it('copies into the container a program that is there', () => {
  const programs = read('Containerfile').match(/packages\/[\w/.]+\.js/g) ?? []
  expect(programs.length).toBeGreaterThan(0)
  for (const program of programs) {
    expect(existsSync(new URL(`../../../${program}`, import.meta.url)), program).toBe(true)
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

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Has the schemas of Kubernetes with it, and needs no network: `pip install kubernetes-validate`. */
const CHECKER = 'kubernetes-validate'
const missing = spawnSync(CHECKER, ['--version']).error !== undefined
if (missing) console.warn(`deploy/kubernetes.yaml is not checked: ${CHECKER} not found`)

const manifest = readFileSync(new URL('../../../deploy/kubernetes.yaml', import.meta.url), 'utf8')

function check(text: string): { readonly taken: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(CHECKER, ['--strict', '-'], { input: text, encoding: 'utf8' })
  return { taken: status === 0, said: stdout + stderr }
}

it.skipIf(missing)('is taken by Kubernetes, which refuses a field that it does not know', () => {
  const { taken, said } = check(manifest)
  expect(taken, said).toBe(true)
  expect(check(manifest.replace('readinessProbe', 'readynessProbe')).taken).toBe(false)
  expect(check(manifest.replace(/replicas: \d+/, 'replicas: two')).taken).toBe(false)
})

import { expect, it } from 'vitest'
import { credence, shell } from './process.ts'

it.each(['bash', 'zsh', 'fish'])('writes completions for %s', (name) => {
  const { code, out } = credence(['complete', name])
  expect(code).toBe(0)
  expect(out).toContain('credence')
})

it('completes commands and options', () => {
  expect(credence(['complete', '--', 'fore']).out).toMatch(/^forecast\t/)
  expect(credence(['complete', '--', 'run', '--tar']).out).toMatch(/^--target\t/)
})

it('writes a script that bash can read', () => {
  expect(shell('credence complete bash | bash -n').code).toBe(0)
})

import { totalmem } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryOfMachine } from './memory.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('is what a container has, where the machine around it has more', () => {
  const limit = vi.spyOn(process, 'constrainedMemory').mockReturnValue(5e8)
  expect(memoryOfMachine()).toBe(5e8)
  // No limit is 0, or more than there is.
  for (const none of [0, 2 ** 64]) {
    limit.mockReturnValue(none)
    expect(memoryOfMachine()).toBe(totalmem())
  }
})

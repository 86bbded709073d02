import { PAGE } from '@credence/charts/page'
import { describe, expect, it } from 'vitest'
import { STYLE } from './style.ts'

/** Classes that a rule is about by themselves. */
function classes(style: string): Set<string> {
  return new Set([...style.matchAll(/(?:^|[}\n])\s*\.([\w-]+) \{/g)].map(([, name]) => name as string))
}

describe('the style of reproduction pages', () => {
  it('gives no class of the shared style a second meaning: both would apply', () => {
    expect(classes(PAGE)).toContain('card')
    expect([...classes(STYLE)].filter((name) => classes(PAGE).has(name))).toEqual([])
  })
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { optionDocs, root } from '../../../tools/optionDocs.js'
import type { AnyOptions, Option } from '../src/base/options.ts'

/** What an editor shows of an option is its doc comment; what happens is its declaration. */

const declarations = optionDocs().filter(({ isExported }) => isExported)

function usualOf({ default: usual, absent }: Option): string | undefined {
  if (absent !== undefined) return absent
  return typeof usual === 'string' ? `'${usual}'` : usual === undefined ? undefined : String(usual)
}

describe.each(declarations)('$constant of $file', ({ file, constant, docs }) => {
  it('has a doc comment for every option, with its default', async () => {
    const module = (await import(join(root, file))) as Record<string, AnyOptions | AnyOptions['declared']>
    const found = module[constant] as AnyOptions
    const declared = (found.declared ?? found) as AnyOptions['declared']
    for (const [option, given] of Object.entries(declared)) {
      expect([option, docs[option]?.about]).toEqual([option, expect.stringMatching(/\.$/)])
      const usual = usualOf(given)
      // Words for what is left out are free, numbers and names are not.
      if (/^('|[\d.-]+$|true$|false$|null$)/.test(usual ?? '')) {
        expect([option, docs[option]?.usual]).toEqual([option, usual])
      }
    }
  })
})

it('finds the declarations', () => expect(declarations.length).toBeGreaterThan(30))

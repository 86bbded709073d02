/**
 * The cases of a test: the first few in `npm test`, all of them in `npm run test:slow`. A file that uses it is named
 * `*.full.test.ts` and belongs to both.
 */
export function full<Case>(cases: readonly Case[], few: number): readonly Case[] {
  return process.env.FULL ? cases : cases.slice(0, few)
}

/** A number that a test goes by: the first in `npm run test:slow`, the second in `npm test`. */
export function inFull(all: number, few: number): number {
  return process.env.FULL ? all : few
}

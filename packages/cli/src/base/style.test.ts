import { describe, expect, it } from 'vitest'
import { PLAIN, styleOf } from './style.ts'

const terminal = { isTTY: true, hasColors: (): boolean => true }
const pipe = { isTTY: false, hasColors: (): boolean => true }

describe('colours', () => {
  it.each([
    ['are used at a terminal', terminal, {}, true],
    ['are left out in a pipe', pipe, {}, false],
    ['are left out where NO_COLOR is set', terminal, { NO_COLOR: '1' }, false],
    ['are used where NO_COLOR is empty', terminal, { NO_COLOR: '' }, true],
    ['are left out where the terminal has none', { isTTY: true, hasColors: (): boolean => false }, {}, false],
    ['are used in a pipe where FORCE_COLOR is set', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['are left out where FORCE_COLOR is 0', terminal, { FORCE_COLOR: '0' }, false],
  ] as const)('%s', (_, stream, env, coloured) => {
    expect(styleOf(stream, env) !== PLAIN).toBe(coloured)
  })
})

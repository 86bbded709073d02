import { ArgumentError, NumericalError } from 'credence'
import { expect, it } from 'vitest'
import { explain, inPlace, UserError } from './failure.ts'
import { receivedError, sentError } from './sentError.ts'

const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' })

it.each([
  ['a mistake of the user', new UserError('no column "x"', 'widthBy')],
  ['an argument', new ArgumentError('share must be in [0, 1]', 'invalid-argument', { option: 'share' })],
  ['a numerical failure', new NumericalError('a lost pivot', { round: 3, expert: 1 })],
  ['a file that is not there', missing],
  ['a slip of ours', new TypeError('x is not a function')],
])('%s ends a command alike from a thread and from none, and names its place', (_, error) => {
  const sent = structuredClone(sentError(inPlace('svb', error)))
  const received = receivedError(sent)
  expect(received).toBeInstanceOf(Error)
  expect({ ...received, name: received.name }).toEqual({ ...error, name: error.name })
  expect(explain(received)).toEqual(explain(error))
  expect(received.message).toMatch(/^svb: /)
})

it('leaves the reason of a signal as it is', () => {
  const reason = AbortSignal.abort().reason
  expect(inPlace('svb', reason)).toBe(reason)
})

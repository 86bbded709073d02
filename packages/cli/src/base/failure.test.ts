import { ArgumentError } from 'credence'
import { expect, it } from 'vitest'
import { EXIT, explain } from './failure.ts'

it.each([
  ['EACCES', '"out.csv" may not be opened: this user has no permission'],
  ['EPERM', '"out.csv" may not be opened: this user has no permission'],
  ['EROFS', '"out.csv" is on a disk that cannot be written to'],
])('says of %s what to do about it', (code, said) => {
  const error = Object.assign(new Error(`${code}: in the words of the system`), { code, path: 'out.csv' })
  const { message, code: exit } = explain(error)
  expect(message).toContain(said)
  expect(exit).toBe(EXIT.users)
})

it('knows the option that the library refuses by its first word', () => {
  expect(explain(new ArgumentError('steps must be at most 1000; received 5000')).option).toBe('steps')
  expect(explain(new ArgumentError('the recipe has no field "a"')).option).toBeUndefined()
})

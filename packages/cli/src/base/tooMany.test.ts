import { expect, it } from 'vitest'
import { tooFew } from './tooMany.ts'

it('shows the words that a command needs, and that one of them is the file', () => {
  expect(tooFew('judge', '[options] <data> <forecasts...>').message).toContain(
    'Write credence judge DATA FORECASTS…, where DATA is your file, such as sales.csv;',
  )
})

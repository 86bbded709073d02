import { describe, expect, it } from 'vitest'
import { printed } from './credence.ts'

const RECIPE = {
  task: 'experts',
  target: 'y',
  experts: [{ kind: 'external', columns: ['arima', 'trees'] }],
  loss: 'squared',
}

describe('credence oracles', () => {
  it('says what the best forecaster, combination and sequence would have lost', async () => {
    const csv = 'y,arima,trees\n0,0,1\n0,0,1\n1,0,1\n1,0,1\n,5,5'
    const lines = await printed(RECIPE, csv, ['--switches', '0,1'])
    expect(lines).toEqual([
      'in hindsight             mean squared loss',
      expect.stringMatching(/^the learner, without it {2}0\.\d{5,}$/),
      'best expert              0.50000000     arima',
      'best convex              0.25000000     0.500 arima + 0.500 trees',
      'best linear              0.25000000     0.500 trees',
      'best with 0 switches     0.50000000',
      'best with 1 switch       0.0000000',
    ])
  })

  it('compares no combinations where a forecast is missing', async () => {
    const lines = await printed(RECIPE, 'y,arima,trees\n0,0,1\n1,,1\n', ['--switches', '1'])
    expect(lines).toEqual([
      'in hindsight             mean squared loss',
      expect.stringMatching(/^the learner, without it {2}0\.\d{5,}$/),
      'best expert              0.50000000     trees',
      'best with 1 switch       0.0000000',
      '(no combinations: some forecasts are missing)',
    ])
  })
})

import { expect, it } from 'vitest'
import { decodeSnappy } from './snappy.ts'
import { WriteBack } from './writeBack.ts'
import { readWriteRequest, seriesKey } from './writeRequest.ts'

it('writes the band of each sample at its own time, tries again while the receiver is away, and counts', async () => {
  const written: [string, number, number][] = []
  const counted: [string, number][] = []
  let status = 503
  const send = (async (_url, init) => {
    expect(new Headers(init?.headers).get('authorization')).toBe('Basic bWU6c2VjcmV0')
    if (status < 400) {
      for (const series of readWriteRequest(decodeSnappy(init?.body as Uint8Array, 1e6)))
        for (const { value, timestamp } of series.samples) written.push([seriesKey(series), value, timestamp])
    }
    return new Response(null, { status })
  }) as typeof fetch
  const back = new WriteBack({ url: 'http://me:secret@prometheus/api/v1/write', send }, (outcome, samples) =>
    counted.push([outcome, samples]),
  )
  back.add('load{host="a"}', 1000, { y: 3, mean: 5, lower: 4, upper: null, covered: false })
  back.add('not a series', 1000, { mean: 5 })
  await back.flush()
  expect([written, counted]).toEqual([[], []])
  status = 204
  await back.close()
  expect(written).toEqual([
    ['load:predicted{host="a",ml_forecast="yhat"}', 5, 1000],
    ['load:predicted{host="a",ml_forecast="yhat_lower"}', 4, 1000],
    ['load:actual{host="a"}', 3, 1000],
    ['load:anomalous{host="a"}', -1, 1000],
  ])
  expect(counted).toEqual([['written', 4]])
})

import { parentPort, workerData } from 'node:worker_threads'
import { ManySeries, type NamedSeries } from 'credence/paths'
import { inPlace } from '../../base/failure.ts'
import { sentError } from '../../base/sentError.ts'
import type { KeyAnswer, KeyWork } from './keyThreads.ts'
import { plainForecast } from './plainForecast.ts'

// A thread of `credence forecast`: some series in, their forecasts out.
const { plan, wishes, lessons, draws } = workerData as KeyWork
const many = new ManySeries(plan, wishes)

parentPort?.on('message', (series: readonly NamedSeries[]) => {
  parentPort?.postMessage(answer(series))
})

function answer(series: readonly NamedSeries[]): KeyAnswer {
  let key = ''
  try {
    return {
      found: series.map((each) => {
        key = each.key
        return plainForecast(key, many.forecast(each, lessons), draws)
      }),
    }
  } catch (error) {
    return { failure: sentError(inPlace(key, error)) }
  }
}

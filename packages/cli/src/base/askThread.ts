import type { Worker } from 'node:worker_threads'

/**
 * Sends a thread a message, and waits for its answer: it gives one for each.
 *
 * @param signal by which threads are ended: its reason is why there is no answer
 */
export function askThread<Answer>(worker: Worker, message: unknown, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
    }
    const onMessage = (answer: Answer): void => {
      done()
      resolve(answer)
    }
    const onError = (error: unknown): void => {
      done()
      reject(error)
    }
    const onExit = (): void => {
      done()
      reject(signal?.aborted ? signal.reason : new Error('a thread ended before its work was done'))
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(message)
  })
}

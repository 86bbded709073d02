import type { ChaosStep } from './chaosScript.ts'

export interface ChaosReport {
  /** Steps answered. */
  answered: number
  /** Steps sent again although they had been answered: their answers must not differ. */
  repeats: number
  /** Answers to a repeat that differ from the first. */
  readonly differing: string[]
  /** Answers that a client did not expect. */
  readonly wrong: string[]
  /** Requests that failed and were sent again. */
  retries: number
}

export interface ChaosClientsOptions {
  readonly script: ReadonlyMap<string, readonly ChaosStep[]>
  readonly model: string
  /** Where to send the next request: any worker. */
  url(): string
  /** Every so many steps are sent a second time. */
  readonly repeatEvery: number
  readonly clients: number
  /** Called after each answered step. */
  progress?(answered: number): void
}

/** Runs the script: the steps of a key one after the other, keys beside each other, each step until it is answered. */
export async function runClients(options: ChaosClientsOptions): Promise<ChaosReport> {
  const { script, model, url, repeatEvery, clients, progress } = options
  const report: ChaosReport = { answered: 0, repeats: 0, differing: [], wrong: [], retries: 0 }
  const queue = [...script]
  const send = async (key: string, step: ChaosStep): Promise<{ status: number; text: string }> => {
    const { op, ...body } = step
    for (;;) {
      try {
        const response = await fetch(`${url()}/models/${model}/keys/${encodeURIComponent(key)}/${op}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(5000),
        })
        const text = await response.text()
        if (response.status < 500 && response.status !== 429) return { status: response.status, text }
      } catch {}
      report.retries++
      await new Promise((resolve) => setTimeout(resolve, 20 + 80 * Math.random()))
    }
  }
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [key, steps] = next
      for (const step of steps) {
        const first = await send(key, step)
        if (first.status !== 200)
          report.wrong.push(`${key} ${step.op} ${step.id}: ${first.status} ${first.text}`)
        report.answered++
        progress?.(report.answered)
        if (report.answered % repeatEvery !== 0) continue
        report.repeats++
        const second = await send(key, step)
        if (second.text !== first.text) report.differing.push(`${key} ${step.op} ${step.id}`)
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  return report
}

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pause } from './chaosSender.ts'
import type { Mutant } from './mutants.ts'

/** A server in a process of its own, which can be killed and frozen. */
export class WorkerProcess {
  readonly url: string
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  constructor(database: string, port: number, mutant: Mutant | undefined) {
    this.url = `http://127.0.0.1:${port}`
    this.#environment = {
      ...process.env,
      DATABASE: database,
      PORT: `${port}`,
      ...(mutant ? { MUTANT: mutant } : {}),
    }
  }

  async start(): Promise<void> {
    // Built code: workers are processes of their own.
    const path = fileURLToPath(new URL('../../dist/testing/chaosWorker.js', import.meta.url))
    for (let tries = 0; tries < 30; tries++) {
      const child = fork(path, { env: this.#environment, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      this.#child = child
      const up = await new Promise<boolean>((resolve) => {
        child.once('message', () => resolve(true))
        child.once('exit', () => resolve(false))
      })
      if (up) return
      await pause(200)
    }
    throw new Error('a worker does not start')
  }

  async killAndRestart(): Promise<void> {
    await this.end()
    await this.start()
  }

  async freeze(milliseconds: number): Promise<void> {
    const child = this.#child
    child?.kill('SIGSTOP')
    await pause(milliseconds)
    child?.kill('SIGCONT')
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
}

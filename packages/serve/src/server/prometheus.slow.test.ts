import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { freePort } from '../testing/postgresServer.ts'
import { openServer } from './command.ts'

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const directory = mkdtempSync(join(tmpdir(), 'credence-prometheus-'))
let child: ChildProcess | undefined
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

it.skipIf(!isThere('prometheus'))(
  'draws a band in Prometheus around what it scraped: scrape, remote write, forecast, write back, query',
  async () => {
    const port = await freePort()
    const own = `http://127.0.0.1:${port}`
    const server = await openServer({
      port: 0,
      data: join(directory, 'data'),
      logLevel: 'silent',
      remoteWrite: `${own}/api/v1/write`,
    })
    const put = await fetch(`${server.url}/models/load`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task: 'conformal', coverage: 0.9 }),
    })
    expect(put.status).toBe(201)
    const config = join(directory, 'prometheus.yml')
    writeFileSync(
      config,
      `global: { scrape_interval: 1s }
scrape_configs:
  - job_name: itself
    static_configs: [{ targets: ['127.0.0.1:${port}'] }]
remote_write:
  - url: ${server.url}/models/load/write
    write_relabel_configs:
      - { source_labels: [__name__], regex: 'process_resident_memory_bytes|.*:predicted', action: keep }
`,
    )
    child = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(directory, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--web.enable-remote-write-receiver',
      ],
      { stdio: 'ignore' },
    )
    const query = async (
      text: string,
    ): Promise<{ metric: Record<string, string>; value: [number, string] }[]> => {
      const response = await fetch(`${own}/api/v1/query?query=${encodeURIComponent(text)}`).catch(
        () => undefined,
      )
      return response?.ok ? ((await response.json()) as { data: { result: [] } }).data.result : []
    }
    const name = 'process_resident_memory_bytes'
    const bounds = await vi.waitUntil(
      async () => {
        const found = await query(`${name}:predicted`)
        return found.length === 3 ? found : undefined
      },
      { timeout: 120_000, interval: 1000 },
    )
    expect(bounds.map(({ metric }) => metric.ml_forecast).sort()).toEqual([
      'yhat',
      'yhat_lower',
      'yhat_upper',
    ])
    expect(bounds[0]?.metric).toMatchObject({ job: 'itself', instance: `127.0.0.1:${port}` })
    const width = await query(
      `${name}:predicted{ml_forecast="yhat_upper"} - ignoring(ml_forecast) ${name}:predicted{ml_forecast="yhat_lower"}`,
    )
    expect(Number(width[0]?.value[1])).toBeGreaterThanOrEqual(0)
    expect(await query(`${name}:anomalous`)).toHaveLength(1)
    expect(await query(`${name}:actual`)).toHaveLength(1)
    // What was written back comes again by remote write, and is not forecast in its turn.
    const { keys } = (await (await fetch(`${server.url}/models/load/keys`)).json()) as { keys: unknown[] }
    expect(keys).toHaveLength(1)
    await server.close()
  },
)

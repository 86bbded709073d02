import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = new URL('../bin/credence.js', import.meta.url).pathname
const place = mkdtempSync(join(tmpdir(), 'credence-mcp-'))
const folder = join(place, 'data')
const client = new Client({ name: 'test', version: '1' })

beforeAll(async () => {
  mkdirSync(folder)
  const rows = Array.from({ length: 100 }, (_, i) => {
    const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
    return `${day},${200 + (i % 7 === 5 ? 50 : 0) + ((i * 7) % 5)}`
  })
  writeFileSync(join(folder, 'sales.csv'), ['day,sales', ...rows].join('\n'))
  writeFileSync(join(place, 'secret.csv'), 'a,b\n1,2\n')
  symlinkSync(join(place, 'secret.csv'), join(folder, 'link.csv'))
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', folder], stderr: 'ignore' }),
  )
})

afterAll(async () => {
  await client.close()
  rmSync(place, { recursive: true, force: true })
})

async function call(name: string, args: Record<string, unknown>): Promise<{ text: string; failed: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: args })
  const [first] = content as { text: string }[]
  return { text: first?.text ?? '', failed: isError === true }
}

it('offers its five tools', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(['compare', 'describe', 'explain', 'forecast', 'run'])
})

it('answers what sales will be next week, and how sure it is', async () => {
  expect((await call('describe', {})).text).toContain('sales.csv')
  expect((await call('describe', { file: 'sales.csv' })).text).toMatch(
    /100 rows.*\nday: 100 time.*\nsales: 100 number/,
  )
  const { text } = await call('forecast', { file: 'sales.csv', target: 'sales', steps: 7 })
  const [header, ...rows] = text.split('\n')
  expect(header).toBe('step,time,mean,median,sd,lower,upper')
  const total = rows[7]?.split(',').map(Number) as number[]
  const [, , mean, , , lower, upper] = total as [number, number, number, number, number, number, number]
  expect(mean).toBeGreaterThan(7 * 195)
  expect(mean).toBeLessThan(7 * 220)
  expect(lower).toBeLessThan(mean)
  expect(upper).toBeGreaterThan(mean)
  // How good such forecasts were comes along.
  expect(text).toMatch(/covered/)
})

it.each([
  ['../secret.csv', 'not in the folder'],
  ['link.csv', 'not in the folder'],
  ['/etc/passwd', 'not in the folder'],
  ['sale.csv', 'did you mean sales.csv'],
])('does not read %s', async (file, words) => {
  const { text, failed } = await call('explain', { file, target: 'sales' })
  expect(failed).toBe(true)
  expect(text).toContain(words)
})

it('passes on what the command line says of a mistake', async () => {
  const { text, failed } = await call('forecast', { file: 'sales.csv', target: 'sale' })
  expect(failed).toBe(true)
  expect(text).toContain('Did you mean "sales"?')
})

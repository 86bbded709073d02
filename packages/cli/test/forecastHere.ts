import { existsSync, readFileSync } from 'node:fs'
import { vi } from 'vitest'
// Commands are loaded when they are called: here before, so that no test waits for it.
import '../src/commands/forecast/forecast.ts'
import { main } from '../src/main.ts'
import type { Ended } from './process.ts'

/** `credence forecast` in this process, which is much faster: its records, and the error if there is one. @param out where it may write */
export async function forecastHere(out: string, ...args: string[]): Promise<Ended> {
  let err = ''
  const said = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text
    return true
  })
  try {
    const code = await main(['node', 'credence', 'forecast', ...args, '-o', out, '--quiet'])
    return { code, err, out: code === 0 && existsSync(out) ? readFileSync(out, 'utf8') : '' }
  } finally {
    said.mockRestore()
  }
}

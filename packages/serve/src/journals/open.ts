import { ArgumentError } from 'credence'
import type { Journal } from '../base/journal.ts'
import { memoryJournal } from './memory.ts'
import { threadedSqlite } from './threaded.ts'

/** The journal that an address names: `memory:`, `sqlite:FILE` or `postgres://…`. */
export async function openJournal(address: string): Promise<Journal> {
  if (address === 'memory:') return memoryJournal()
  if (address.startsWith('sqlite:')) return threadedSqlite(address.slice('sqlite:'.length))
  if (/^postgres(ql)?:\/\//.test(address)) {
    const { postgresJournal } = await import('./postgres.ts')
    return postgresJournal(address)
  }
  // The address may hold a password: it is not repeated.
  throw new ArgumentError('a database must be memory:, sqlite:FILE or postgres://…')
}

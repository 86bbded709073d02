import pino from 'pino'
import { openJournal } from '../journals/open.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { startServer } from '../server/server.ts'
import { type Mutant, mutate } from './mutants.ts'

/** A worker of the chaos test: the real server, on a journal that may be mutated. */
const { DATABASE, PORT, MUTANT } = process.env
const mutant = MUTANT as Mutant | undefined
const journal = mutate(await openJournal(DATABASE as string), mutant)
await startServer({
  journal,
  build: buildModel,
  log: pino({ level: 'silent' }),
  port: Number(PORT),
  lanes: 2,
  ...(mutant === 'forget-event-ids' ? { remember: 0, names: 0 } : {}),
  ...(mutant === 'forget-names' ? { names: 0 } : {}),
})
process.send?.('ready')

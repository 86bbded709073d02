import pino from 'pino'
import { openJournal } from '../journals/open.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { startServer } from '../server.ts'
import { CHAOS_RECIPE } from './chaosRecipe.ts'
import { type Mutant, mutate } from './mutants.ts'

/** A worker of the chaos test: the real server, on a journal that may be mutated. */
const { DATABASE, PORT, MUTANT } = process.env
const mutant = MUTANT as Mutant | undefined
const journal = mutate(await openJournal(DATABASE as string), mutant)
const { service } = await startServer({
  journal,
  build: buildModel,
  log: pino({ level: 'silent' }),
  port: Number(PORT),
  lanes: 2,
  ...(mutant === 'forget-event-ids' ? { remember: 0 } : {}),
})
await service.registry.change('chaos', {
  op: 'put',
  model: 'chaos',
  recipe: CHAOS_RECIPE,
  at: 0,
  limit: 10,
})
process.send?.('ready')

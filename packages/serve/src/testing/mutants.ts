import { Fenced, type Journal, type Write } from '../journal.ts'

/** Journals and settings that are deliberately wrong: the chaos test must find each of them out. */
export const MUTANTS = ['answer-before-commit', 'forget-event-ids', 'no-compare-and-set'] as const
export type Mutant = (typeof MUTANTS)[number]

export function mutate(journal: Journal, mutant: Mutant | undefined): Journal {
  if (mutant === 'answer-before-commit') return eager(journal)
  if (mutant === 'no-compare-and-set') return careless(journal)
  return journal
}

/** Says that a commit is done and does it a little later: what is under way when the worker dies is lost. */
function eager(journal: Journal): Journal {
  let last: Promise<void> = Promise.resolve()
  return {
    ...journal,
    async commit(writes) {
      last = last
        .then(() => new Promise((resolve) => setTimeout(resolve, 20)))
        .then(() => journal.commit(writes))
        .catch(() => {})
    },
  }
}

/** Writes wherever the head is, also where somebody else has moved it. */
function careless(journal: Journal): Journal {
  return {
    ...journal,
    async commit(writes) {
      for (;;) {
        try {
          return await journal.commit(writes)
        } catch (error) {
          if (!(error instanceof Fenced)) throw error
          const heads = await journal.heads(writes.map(({ key }) => key))
          writes = writes.map(
            ({ snapshot: _, ...write }): Write => ({ ...write, from: heads.get(write.key) ?? 0 }),
          )
        }
      }
    },
  }
}

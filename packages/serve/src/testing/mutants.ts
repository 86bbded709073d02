import { Fenced, type Journal, type Stream, type Write } from '../base/journal.ts'
import { Keyed } from '../keyed/keyed.ts'
import { LiveKeys } from '../keyed/liveKeys.ts'
import { Names } from '../keyed/names.ts'
import { RememberedEvents } from '../keyed/remembered.ts'

/** Journals and settings that are deliberately wrong: the chaos test must find each of them out. */
export const MUTANTS = [
  'answer-before-commit',
  'forget-event-ids',
  'forget-names',
  'no-compare-and-set',
  'one-epoch',
  'no-guard',
  'names-outlive',
  'delete-later',
  'no-match',
  'match-early',
  'names-stay',
  'broken-together',
  'keep-keys',
  'refusals-written',
] as const
export type Mutant = (typeof MUTANTS)[number]

export function mutate(journal: Journal, mutant: Mutant | undefined): Journal {
  if (mutant === 'answer-before-commit') return eager(journal)
  if (mutant === 'no-compare-and-set') return careless(journal)
  if (mutant === 'one-epoch') return ageless(journal)
  if (mutant === 'delete-later') return deferring(journal)
  if (mutant === 'names-outlive') keepNames()
  if (mutant === 'no-match') ignoreMatch()
  if (mutant === 'match-early') matchEarly()
  if (mutant === 'names-stay') return reminding(journal)
  if (mutant === 'broken-together') breakTogether()
  if (mutant === 'keep-keys') keepKeys()
  if (mutant === 'refusals-written') writeRefusals(journal)
  if (mutant === 'no-guard') return { ...journal, commit: (writes) => journal.commit(writes) }
  return journal
}

/** Takes a key that was deleted and made again for the one it knew. */
function ageless(journal: Journal): Journal {
  return {
    ...journal,
    commit: (writes, guard) =>
      journal.commit(
        writes.map((write) => ({ ...write, epoch: 0 })),
        guard && { ...guard, epoch: 0 },
      ),
  }
}

/** A key that goes back to a save still knows the names and answers of the events that are gone. */
function keepNames(): void {
  for (const { prototype } of [Names, RememberedEvents]) prototype.clear = () => {}
}

/** Does what If-Match forbids. */
function ignoreMatch(): void {
  const { submit, remove } = Keyed.prototype
  Keyed.prototype.submit = function ({ match: _, ...event }) {
    return submit.call(this, event)
  }
  Keyed.prototype.remove = function (key, { match: _, ...options } = {}) {
    return remove.call(this, key, options)
  }
}

/** Looks at If-Match before the event has its turn: what another worker writes in between is lost. */
function matchEarly(): void {
  const { submit } = Keyed.prototype
  Keyed.prototype.submit = async function ({ match, ...event }) {
    if (match) {
      const at = await this.read(event.key, ({ seq, epoch }) => ({ head: seq, epoch }))
      if (at.head !== match.head || at.epoch !== match.epoch) return submit.call(this, { ...event, match })
    }
    return submit.call(this, event)
  }
}

/** A key that was deleted knows the names of its former life. */
function reminding(journal: Journal): Journal {
  const former = new Map<string, Stream>()
  return {
    ...journal,
    async load(keys) {
      const found = await journal.load(keys)
      for (const key of keys) {
        const before = former.get(key)
        if (before && !found.has(key)) found.set(key, { ...before, head: 0, tail: [], epoch: 0 })
      }
      return found
    },
    async commit(writes, guard) {
      const gone = writes.filter(({ remove }) => remove).map(({ key }) => key)
      const streams = gone.length > 0 ? await journal.load(gone) : []
      await journal.commit(writes, guard)
      for (const [key, { snapshot: _, ...stream }] of streams) former.set(key, stream)
    },
  }
}

/** A key that cannot be read fails all that are asked for beside it. */
function breakTogether(): void {
  const { bring } = LiveKeys.prototype
  LiveKeys.prototype.bring = async function (keys) {
    const all = [...keys]
    await bring.call(this, all)
    for (const key of all) if (this.get(key)?.broken) throw this.get(key)?.broken
  }
}

/** The keys of a model that was deleted stay. */
function keepKeys(): void {
  const { remove } = Keyed.prototype
  Keyed.prototype.remove = function (key, options = {}) {
    return options.ended ? Promise.resolve(true) : remove.call(this, key, options)
  }
}

/** Writes down that an event was refused, and so makes its key. */
function writeRefusals(journal: Journal): void {
  const { submit } = Keyed.prototype
  Keyed.prototype.submit = async function (event) {
    const outcome = await submit.call(this, event)
    if (outcome.status === 404) {
      await journal.commit([{ key: event.key, from: 0, epoch: 1, entries: ['{}'] }]).catch(() => {})
    }
    return outcome
  }
}

/** Says that a key is removed, and removes it later: the next event finds what should be gone. */
function deferring(journal: Journal): Journal {
  return {
    ...journal,
    async commit(writes, guard) {
      const removed = writes.filter(({ remove }) => remove)
      const others = writes.filter(({ remove }) => !remove)
      if (removed.length > 0) setTimeout(() => void journal.commit(removed, guard).catch(() => {}), 500)
      if (others.length > 0) await journal.commit(others, guard)
    },
  }
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

/** Writes wherever the head is, also where another worker has moved it. */
function careless(journal: Journal): Journal {
  return {
    ...journal,
    async commit(writes, guard) {
      for (;;) {
        try {
          return await journal.commit(writes, guard)
        } catch (error) {
          const keys = [...writes, ...(guard ? [guard] : [])].map(({ key }) => key)
          const heads = await journal.heads(keys)
          const changed = guard && (heads.get(guard.key)?.head ?? 0) !== guard.head
          if (!(error instanceof Fenced) || changed) throw error
          writes = writes.map(({ snapshot: _, names: __, ...write }): Write => {
            const { head: from, epoch } = heads.get(write.key) ?? { head: 0, epoch: write.epoch ?? 0 }
            return { ...write, from, epoch }
          })
        }
      }
    },
  }
}

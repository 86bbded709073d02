import type { KeyList } from '@credence/client'
import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from './connection.ts'
import { go, key, model } from './place.ts'
import { CARDS, inside, recallRounds } from './recent.ts'

export const search = signal('')
export const order = signal<'worst' | 'key'>('worst')
export const rows = signal<KeyList['keys']>([])

/** Series as list and cards show them: by name, or those in trouble first and then those with the fewest outcomes inside. */
export const listed = computed(() =>
  order.value === 'key' ? rows.value : [...rows.value].sort((a, b) => standing(a) - standing(b)),
)

/** The smaller, the more a series needs a look. */
function standing({ key, trouble }: KeyList['keys'][number]): number {
  const share = inside.value.get(key) ?? 1
  return trouble > 0 ? share - 2 : share
}

const SHOWN = 200

/** The series of the model; those in trouble first, and then the others, by name. */
export async function readRows(): Promise<void> {
  const of = model.value
  if (of === '') return
  const query = { search: search.value, limit: SHOWN }
  const worst =
    order.value === 'worst' ? await ask((client) => client.keys(of, { ...query, order: 'worst' })) : undefined
  const all = await ask((client) => client.keys(of, { ...query, order: 'key' }))
  if (!all || of !== model.value) return
  const first = worst?.keys ?? []
  const named = new Set(first.map((row) => row.key))
  rows.value = [...first, ...all.keys.filter((row) => !named.has(row.key))].slice(0, SHOWN)
  // The list has one order, whichever page is opened first.
  if (order.value === 'worst')
    recallRounds(
      of,
      rows.value.slice(0, CARDS).map((row) => row.key),
    )
}

/** Moves the choice by `step` rows. */
export function moveChoice(step: number): void {
  const at = listed.value.findIndex((row) => row.key === key.value)
  const next = listed.value[Math.max(0, Math.min(listed.value.length - 1, at + step))]
  if (next) go(model.value, next.key)
}

export function SeriesList() {
  useEffect(() => {
    void readRows()
    const timer = setInterval(() => void readRows(), 2000)
    return () => clearInterval(timer)
  }, [model.value, search.value, order.value])
  return (
    <nav class="series" aria-label="series">
      <div class="finder">
        <input
          id="search"
          type="search"
          placeholder="search"
          aria-label="search series"
          value={search.value}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value
          }}
        />
        <button
          type="button"
          aria-pressed={order.value === 'worst'}
          onClick={() => {
            order.value = order.value === 'worst' ? 'key' : 'worst'
          }}
        >
          worst first
        </button>
      </div>
      {rows.value.length > 0 ? (
        <p class="head" aria-hidden="true">
          <span>series</span>
          <span>events</span>
        </p>
      ) : null}
      <ul>
        {listed.value.map((row) => (
          <li key={row.key}>
            <a
              href={`#/${encodeURIComponent(model.value)}/${encodeURIComponent(row.key)}`}
              aria-current={row.key === key.value ? 'page' : undefined}
            >
              <span
                class={row.trouble > 0 ? 'dot bad' : 'dot'}
                title={row.trouble > 0 ? 'needs a look' : 'as promised'}
              />
              <span class="name">{row.key}</span>
              <span class="count" title="events">
                {row.events.toLocaleString()}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {rows.value.length === 0 ? <p class="hint">No series yet.</p> : null}
    </nav>
  )
}

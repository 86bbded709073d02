import { glimpse, percentage } from '@credence/charts/page'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { client } from './connection.ts'
import { Drawn } from './drawn.tsx'
import { model } from './place.ts'
import { Rounds } from './rounds.ts'
import { rows } from './seriesList.tsx'

/** Series that have a card: the worst first, as they are listed. */
const CARDS = 24
/** Rounds on a card. */
const ROUNDS = 60

/** All series at a glance: those that need a look first, each with its last rounds. */
export function Overview() {
  const of = model.value
  const shown = rows.value.slice(0, CARDS)
  const { known, frame } = useRounds(
    of,
    shown.map(({ key }) => key),
  )
  const inOrder = [...shown].sort((a, b) => standing(known.current, a) - standing(known.current, b))
  const bad = rows.value.filter(({ trouble }) => trouble > 0)
  return (
    <section class="overview" data-frame={frame.value}>
      <h1>
        {sentence(
          rows.value.length,
          bad.map(({ key }) => ({ key, reason: reasonOf(known.current, key) })),
        )}
      </h1>
      {bad.length > 1 ? (
        <p class="lede">
          {bad
            .slice(1, 4)
            .map(({ key }) => `${key}: ${reasonOf(known.current, key) ?? 'needs a look'}.`)
            .join(' ')}
        </p>
      ) : null}
      <p class="cap">
        The worst first. On each card the last {ROUNDS} outcomes over their intervals, and the share of the
        last 50 inside.
      </p>
      <ul class="cards">
        {inOrder.map(({ key, trouble }) => (
          <Card
            key={key}
            name={key}
            trouble={trouble > 0}
            rounds={roundsOf(known.current, key)}
            frame={frame.value}
          />
        ))}
      </ul>
      {rows.value.length > CARDS ? (
        <p class="cap">{rows.value.length - CARDS} more are in the list.</p>
      ) : null}
    </section>
  )
}

/** The rounds of each key, those that the service kept and those that come; `frame` changes whenever they do. */
function useRounds(of: string, keys: readonly string[]) {
  const known = useRef(new Map<string, Rounds>())
  const frame = useSignal(0)
  const names = keys.join('\n')

  useEffect(() => {
    known.current = new Map()
    const abort = new AbortController()
    let waiting = false
    const redraw = (): void => {
      if (waiting) return
      waiting = true
      // Cards need not follow every round.
      setTimeout(() => {
        waiting = false
        frame.value++
      }, 250)
    }
    const follow = async (): Promise<void> => {
      for await (const event of client().live({ model: of, signal: abort.signal }))
        if (roundsOf(known.current, event.key).add(event)) redraw()
    }
    void follow().catch(() => {})
    return () => abort.abort()
  }, [of])

  useEffect(() => {
    for (const key of names.split('\n').filter((name) => name !== '')) {
      const rounds = roundsOf(known.current, key)
      if (rounds.asked) continue
      rounds.asked = true
      // Where the service keeps no history, a card begins with what comes.
      client()
        .history(of, key, { last: ROUNDS })
        .then((kept) => {
          if (rounds.addPast(kept)) frame.value++
        })
        .catch(() => {})
    }
  }, [of, names])

  return { known, frame }
}

interface CardProps {
  readonly name: string
  readonly trouble: boolean
  readonly rounds: Rounds
  /** Changes whenever the rounds do: they are the same object. */
  readonly frame: number
}

function Card({ name, trouble, rounds }: CardProps) {
  const { y, lower, upper, rolling } = rounds.columns
  const inside = rolling.at(-1) ?? null
  const first = rounds.alerts[0]
  const place = first ? rounds.columns.time.findIndex((time) => time >= first.at) - (y.length - ROUNDS) : -1
  return (
    <li>
      <a
        class={trouble ? 'card bad' : 'card'}
        href={`#/${encodeURIComponent(model.value)}/${encodeURIComponent(name)}`}
      >
        <span class="name">{name}</span>
        {trouble ? (
          <span class="chip alert">▲ {inside === null ? 'needs a look' : percentage(inside)}</span>
        ) : (
          <span class="chip">{inside === null ? '–' : percentage(inside)}</span>
        )}
        <Drawn
          draw={(width) =>
            glimpse(
              width,
              {
                y: y.slice(-ROUNDS),
                lower: lower.slice(-ROUNDS),
                upper: upper.slice(-ROUNDS),
                ...(trouble && place >= 0 ? { alert: place } : {}),
              },
              `The last outcomes of ${name}`,
            )
          }
        />
      </a>
    </li>
  )
}

function roundsOf(known: Map<string, Rounds>, key: string): Rounds {
  const rounds = known.get(key) ?? new Rounds()
  known.set(key, rounds)
  return rounds
}

/** The smaller, the more a series needs a look: those in trouble, then those with the fewest outcomes inside. */
function standing(known: Map<string, Rounds>, { key, trouble }: { key: string; trouble: number }): number {
  const inside = known.get(key)?.columns.rolling.at(-1) ?? 1
  return trouble > 0 ? inside - 2 : inside
}

/** What is told of a series, without its numbers: a change before a rule of thumb, else the last. */
function reasonOf(known: Map<string, Rounds>, key: string): string | undefined {
  const reasons = known.get(key)?.alerts.map(({ reason }) => reason) ?? []
  const told = reasons.filter((reason) => reason.includes(EVIDENCE)).at(-1) ?? reasons.at(-1)
  return told?.split(EVIDENCE)[0]
}

const EVIDENCE = ': evidence '

interface Troubled {
  readonly key: string
  readonly reason: string | undefined
}

function sentence(all: number, bad: readonly Troubled[]): string {
  if (all === 0) return 'No series yet.'
  const of = `${all.toLocaleString('en')} series`
  const [worst] = bad
  if (!worst) return `All ${of} keep what they promise.`
  const why = worst.reason === undefined ? worst.key : `in ${worst.key} ${worst.reason}`
  return `${bad.length.toLocaleString('en')} of ${of} ${bad.length === 1 ? 'needs' : 'need'} a look: ${why}.`
}

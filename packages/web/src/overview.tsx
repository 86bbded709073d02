import { glimpse, percentage } from '@credence/charts/page'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { client } from './connection.ts'
import { Drawn } from './drawn.tsx'
import { shortened } from './pictures.ts'
import { model } from './place.ts'
import { addRound, CARDS, forgetRounds, frame, ROUNDS, recallRounds, roundsOf } from './recent.ts'
import type { Rounds } from './rounds.ts'
import { listed, order, rows } from './seriesList.tsx'

/** All series at a glance: those that need a look first, each with its last rounds. */
export function Overview() {
  const of = model.value
  const shown = listed.value.slice(0, CARDS)
  useRounds(
    of,
    rows.value.slice(0, CARDS).map(({ key }) => key),
  )
  const bad = listed.value.filter(({ trouble }) => trouble > 0)
  const reasons = useReasons(
    of,
    bad.slice(0, CARDS).map(({ key }) => key),
  )
  return (
    <section class="overview" data-frame={frame.value}>
      <h1>
        {sentence(
          rows.value.length,
          bad.map(({ key }) => ({ key, reason: shortOf(reasons.get(key)) })),
        )}
      </h1>
      {bad.length > 1 ? (
        <p class="lede">
          {bad
            .slice(1, 4)
            .map(({ key }) => `${key}: ${shortOf(reasons.get(key)) ?? 'needs a look'}.`)
            .join(' ')}
        </p>
      ) : null}
      <p class="cap">
        {order.value === 'worst' ? 'The worst first.' : 'By name.'} On each card the last {ROUNDS} outcomes
        over their intervals, and the share of the last 50 inside. ▲ and red: something changed, or too many
        fell outside.
      </p>
      <ul class="cards">
        {shown.map(({ key, trouble }) => (
          <Card
            key={key}
            name={key}
            trouble={trouble > 0}
            reason={reasons.get(key)}
            rounds={roundsOf(of, key)}
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

/** Follows the rounds of the model, beside those that the service kept. */
function useRounds(of: string, keys: readonly string[]): void {
  const names = keys.join('\n')
  useEffect(() => {
    forgetRounds(of)
    const abort = new AbortController()
    const follow = async (): Promise<void> => {
      for await (const event of client().live({ model: of, signal: abort.signal })) addRound(of, event)
    }
    void follow().catch(() => {})
    return () => abort.abort()
  }, [of])
  useEffect(() => recallRounds(of, names.split('\n')), [of, names])
}

interface CardProps {
  readonly name: string
  readonly trouble: boolean
  /** What is wrong, where something is. */
  readonly reason: string | undefined
  readonly rounds: Rounds
  /** Changes whenever the rounds do: they are the same object. */
  readonly frame: number
}

function Card({ name, trouble, reason, rounds }: CardProps) {
  const { y, lower, upper, rolling } = rounds.columns
  const share = rolling.at(-1) ?? null
  const first = rounds.alerts[0]
  const place = first ? rounds.columns.time.findIndex((time) => time >= first.at) - (y.length - ROUNDS) : -1
  return (
    <li>
      <a
        class={trouble ? 'card bad' : 'card'}
        href={`#/${encodeURIComponent(model.value)}/${encodeURIComponent(name)}`}
      >
        <span class="name">{name}</span>
        <span class="chip">{share === null ? '–' : percentage(share)}</span>
        {trouble ? (
          <span class="why" title={reason}>
            ▲ {shortOf(reason) ?? 'needs a look'}
          </span>
        ) : null}
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

/** Why each of these series needs a look, as the service tells it. */
function useReasons(of: string, keys: readonly string[]): ReadonlyMap<string, string> {
  const told = useSignal<ReadonlyMap<string, string>>(new Map())
  const names = keys.join('\n')
  useEffect(() => {
    const wanted = names.split('\n').filter((name) => name !== '')
    const one = async (key: string): Promise<readonly [string, string][]> => {
      const { health, alerts } = await client().key(of, key)
      const reason = health.troubles[0] ?? alerts.at(-1)?.reason
      return reason === undefined ? [] : [[key, reason]]
    }
    void Promise.all(wanted.map(one))
      .then((found) => {
        told.value = new Map(found.flat())
      })
      // The next look asks again.
      .catch(() => {})
  }, [of, names])
  return told.value
}

function shortOf(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : shortened(reason)
}

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

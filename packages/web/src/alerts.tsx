import { moment } from '@credence/charts/page'
import type { KeyView } from '@credence/client'
import { ask } from './connection.ts'

export interface ShownAlert {
  readonly seq: number
  readonly at: number
  readonly reason: string
}

/** Each alert once, the latest first: where its round is known, at the time of its outcome. */
export function alertsOf(past: readonly ShownAlert[], view: KeyView | undefined): ShownAlert[] {
  const known = new Map([...(view?.alerts ?? []), ...past].map((one) => [`${one.seq}${one.reason}`, one]))
  return [...known.values()].sort((a, b) => b.seq - a.seq)
}

interface AlertsProps {
  readonly model: string
  readonly name: string
  readonly shown: readonly ShownAlert[]
  /** Whether one of them was not noted yet. */
  readonly open: boolean
}

export function Alerts({ model, name, shown, open }: AlertsProps) {
  if (shown.length === 0) return null
  return (
    <section class="alerts" aria-label="alerts">
      <ul>
        {shown.slice(0, 6).map(({ seq, at, reason }) => (
          <li key={`${seq}${reason}`}>
            <time>{moment(at, 1000)}</time> {reason}
          </li>
        ))}
      </ul>
      {open ? (
        <button type="button" onClick={() => void ask((client) => client.clearAlerts(model, name))}>
          noted
        </button>
      ) : null}
    </section>
  )
}

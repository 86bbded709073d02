import { seededRng } from 'credence'
import { integerBelow, uniform } from 'credence/random'

/** An event of a key. */
export type ChaosEvent =
  | { readonly op: 'predict'; readonly id: string; readonly input: unknown }
  | { readonly op: 'learn'; readonly id: string; readonly y: number }
  | { readonly op: 'skip'; readonly id: string }
  /** Outcomes with their inputs, several of them as one batch: only its name says that they came before. */
  | { readonly op: 'teach'; readonly name: string; readonly rows: readonly ChaosRow[] }

export interface ChaosRow {
  readonly input: unknown
  readonly y: number
}

/** One step of a key's client: an event, or what operators do. */
export type ChaosStep =
  | ChaosEvent
  | { readonly op: 'delete' }
  | { readonly op: 'save' }
  /** Goes back to the last save; the events since come again, under the same names. */
  | { readonly op: 'restore' }
  /** Puts back what it has just read, by If-Match, while the event is under way: both must be true afterwards. */
  | { readonly op: 'contend'; readonly event: ChaosEvent }
  /** An outcome without a forecast, for a key that does not exist: refused, and nothing is made. */
  | { readonly op: 'stray' }
  /** From here on this worker is asked; absent: any. */
  | { readonly op: 'turn'; readonly to?: number }

export interface ChaosScriptOptions {
  readonly keys: number
  readonly events: number
  readonly seed: number
  input(draw: () => number): unknown
}

/**
 * What the clients do, by key: forecasts by id, outcomes late and out of order, some given up, some with their input. Every
 * third key has a former life, every third goes back to a save and gets the events since then once more, every third is put
 * back to where it is, again and again, beside its events. The same seed gives the same script. How often a step is sent is
 * decided while it runs: every answer that is lost is asked for again.
 */
export function chaosScript(options: ChaosScriptOptions): Map<string, ChaosStep[]> {
  const rng = seededRng(options.seed)
  return new Map(
    Array.from(eventsByKey(options, rng), ([key, events], k) => {
      const at = 1 + integerBelow(rng, Math.max(1, events.length - 1))
      const later = at + integerBelow(rng, events.length - at + 1)
      if (k % 3 === 0) return [key, reborn(events, at, k)]
      if (k % 3 === 1) return [key, events.flatMap(contended)]
      const detour = [{ op: 'save' }, ...events.slice(at, later), { op: 'restore' }] as ChaosStep[]
      return [key, [...events.slice(0, at), ...detour, ...events.slice(at)]]
    }),
  )
}

/**
 * A key is deleted and begins anew with events of the same names and other outcomes, twice. One worker knows the second of its
 * lives, a short one, and is asked again when the third is as long: it must not take the one for the other.
 */
function reborn(events: readonly ChaosEvent[], at: number, worker: number): ChaosStep[] {
  const short = 1 + events.findIndex(({ op }) => op === 'learn' || op === 'teach')
  const former = events.map(formerly)
  return [
    ...former.slice(0, at),
    { op: 'delete' },
    ...former.slice(0, short - 1),
    { op: 'turn', to: worker },
    ...former.slice(short - 1, short),
    { op: 'turn', to: worker + 1 },
    { op: 'delete' },
    ...events.slice(0, short),
    { op: 'turn', to: worker },
    ...events.slice(short, short + 1),
    { op: 'turn' },
    ...events.slice(short + 1),
  ]
}

function formerly(event: ChaosEvent): ChaosEvent {
  if (event.op === 'learn') return { ...event, y: event.y + 1 }
  if (event.op !== 'teach') return event
  return { ...event, rows: event.rows.map(({ input, y }) => ({ input, y: y + 1 })) }
}

/** Every fourth event has a restore beside it, and now and then one comes that belongs nowhere. */
function contended(event: ChaosEvent, i: number): ChaosStep[] {
  if (i % 16 === 8) return [{ op: 'stray' }, event]
  return [i % 4 === 3 ? { op: 'contend', event } : event]
}

function eventsByKey(
  { keys, events, input }: ChaosScriptOptions,
  rng: ReturnType<typeof seededRng>,
): Map<string, ChaosEvent[]> {
  const draw = (): number => uniform(rng)
  const script = new Map<string, ChaosEvent[]>()
  const open = new Map<string, string[]>()
  for (let k = 0; k < keys; k++) {
    script.set(`key ${k}/ü`, [])
    open.set(`key ${k}/ü`, [])
  }
  const names = [...script.keys()]
  for (let n = 0; n < events; n++) {
    const key = names[n % keys] as string
    const steps = script.get(key) as ChaosEvent[]
    const waiting = open.get(key) as string[]
    const y = (): number => Math.sin(n / 50) + draw()
    if (waiting.length > 0 && (waiting.length > 5 || draw() < 0.5)) {
      const [id] = waiting.splice(integerBelow(rng, waiting.length), 1) as [string]
      steps.push(draw() < 0.05 ? { op: 'skip', id } : { op: 'learn', id, y: y() })
    } else if (draw() < 0.3) {
      const rows = Array.from({ length: draw() < 0.3 ? 3 : 1 }, () => ({ input: input(draw), y: y() }))
      steps.push({ op: 'teach', name: `${n}`, rows })
    } else {
      steps.push({ op: 'predict', id: `${n}`, input: input(draw) })
      waiting.push(`${n}`)
    }
  }
  return script
}

/** The events that the last state of a key is the fold of. */
export function lastingEvents(steps: readonly ChaosStep[]): ChaosEvent[] {
  let events: ChaosEvent[] = []
  let saved: ChaosEvent[] = []
  for (const step of steps) {
    const event = eventOf(step)
    if (event) events.push(event)
    else if (step.op === 'delete') events = []
    else if (step.op === 'save') saved = [...events]
    else if (step.op === 'restore') events = [...saved]
  }
  return events
}

/** The event in a step. */
export function eventOf(step: ChaosStep): ChaosEvent | undefined {
  switch (step.op) {
    case 'contend':
      return step.event
    case 'delete':
    case 'save':
    case 'restore':
    case 'stray':
    case 'turn':
      return undefined
    default:
      return step
  }
}

export function nameOf(event: ChaosEvent): string {
  return event.op === 'teach' ? event.name : `${event.op}/${event.id}`
}

import { seededRng } from 'credence'
import { integerBelow, uniform } from 'credence/random'

/** An event of a key. */
export type ChaosEvent =
  | { readonly op: 'predict'; readonly id: string; readonly input: unknown }
  | { readonly op: 'learn'; readonly id: string; readonly y: number }
  | { readonly op: 'skip'; readonly id: string }
  /** An outcome with its input: only its name says that it came before. */
  | { readonly op: 'teach'; readonly name: string; readonly input: unknown; readonly y: number }

/** One step of a key's client: an event, or what operators do. */
export type ChaosStep =
  | ChaosEvent
  | { readonly op: 'delete' }
  | { readonly op: 'save' }
  /** Goes back to the last save; the events since come again, under the same names. */
  | { readonly op: 'restore' }

export interface ChaosScriptOptions {
  readonly keys: number
  readonly events: number
  readonly seed: number
  input(draw: () => number): unknown
}

/**
 * What the clients do, by key: forecasts by id, outcomes late and out of order, some given up, some with their input. Every
 * third key is deleted on the way and begins anew with the same events, every third goes back to a save and gets the events
 * since then once more. The same seed gives the same script. How often a step is sent is decided while it runs: every
 * answer that is lost is asked for again.
 */
export function chaosScript(options: ChaosScriptOptions): Map<string, ChaosStep[]> {
  const rng = seededRng(options.seed)
  return new Map(
    Array.from(eventsByKey(options, rng), ([key, events], k) => {
      const at = 1 + integerBelow(rng, Math.max(1, events.length - 1))
      const later = at + integerBelow(rng, events.length - at + 1)
      if (k % 3 === 0) return [key, [...events.slice(0, at), { op: 'delete' }, ...events]]
      if (k % 3 === 1) return [key, events]
      const detour = [{ op: 'save' }, ...events.slice(at, later), { op: 'restore' }] as ChaosStep[]
      return [key, [...events.slice(0, at), ...detour, ...events.slice(at)]]
    }),
  )
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
    } else if (draw() < 0.3) steps.push({ op: 'teach', name: `${n}`, input: input(draw), y: y() })
    else {
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
    if (step.op === 'delete') events = []
    else if (step.op === 'save') saved = [...events]
    else if (step.op === 'restore') events = [...saved]
    else events.push(step)
  }
  return events
}

import { seededRng } from 'credence'
import { integerBelow, uniform } from 'credence/random'

/** One step of a key's client. */
export type ChaosStep =
  | { readonly op: 'predict'; readonly id: string; readonly input: unknown }
  | { readonly op: 'learn'; readonly id: string; readonly y: number }
  | { readonly op: 'skip'; readonly id: string }

export interface ChaosScriptOptions {
  readonly keys: number
  readonly events: number
  readonly seed: number
  input(draw: () => number): unknown
}

/**
 * What the clients do, by key: forecasts by id, outcomes late and out of order, some given up. The same seed gives the
 * same script. How often a step is sent is decided while it runs: every answer that is lost is asked for again.
 */
export function chaosScript({ keys, events, seed, input }: ChaosScriptOptions): Map<string, ChaosStep[]> {
  const rng = seededRng(seed)
  const draw = (): number => uniform(rng)
  const script = new Map<string, ChaosStep[]>()
  const open = new Map<string, string[]>()
  for (let k = 0; k < keys; k++) {
    script.set(`key ${k}/ü`, [])
    open.set(`key ${k}/ü`, [])
  }
  const names = [...script.keys()]
  for (let n = 0; n < events; n++) {
    const key = names[n % keys] as string
    const steps = script.get(key) as ChaosStep[]
    const waiting = open.get(key) as string[]
    if (waiting.length > 0 && (waiting.length > 5 || draw() < 0.5)) {
      const [id] = waiting.splice(integerBelow(rng, waiting.length), 1) as [string]
      steps.push(draw() < 0.05 ? { op: 'skip', id } : { op: 'learn', id, y: Math.sin(n / 50) + draw() })
    } else {
      steps.push({ op: 'predict', id: `${n}`, input: input(draw) })
      waiting.push(`${n}`)
    }
  }
  return script
}

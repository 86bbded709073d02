import { amount, percentage } from '@credence/charts/page'
import type { KeyView } from '@credence/client'
import { Drawn } from './drawn.tsx'
import { drawLines } from './pictures.ts'
import { SHOWN } from './rounds.ts'

/** The weights of the experts and the regret, as they were at some round. */
export interface Moment {
  readonly round: number
  readonly weights: readonly number[]
  readonly regret: number | null
  readonly bound: number | null
}

/** Experts whose weights are drawn: those with the most now. */
const EXPERTS = 8

/** What is known so far, and what is seen now. */
export function remember(
  moments: readonly Moment[],
  { rounds, weights, ledger }: KeyView,
): readonly Moment[] {
  if (moments.at(-1)?.round === rounds) return moments
  const { regret = null, bound = null } = (ledger?.total ?? {}) as {
    regret?: number | null
    bound?: number | null
  }
  return [...moments, { round: rounds, weights: weights.map(({ weight }) => weight), regret, bound }].slice(
    -SHOWN,
  )
}

interface ExpertsProps {
  readonly moments: readonly Moment[]
  readonly view: KeyView
}

/** Which experts the forecast is made of, and what that cost beside the best of them. */
export function Experts({ moments, view }: ExpertsProps) {
  if (view.weights.length === 0 || moments.length < 2) return null
  return (
    <div class="pair">
      <WeightChart moments={moments} view={view} />
      <RegretChart moments={moments} reason={reasonOf(view)} />
    </div>
  )
}

function WeightChart({ moments, view }: ExpertsProps) {
  const all = view.weights
  const named = differing(all.map(({ expert }) => expert))
  const experts = all
    .map(({ expert, weight }, k) => ({ k, weight, label: nameOf(expert, named) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, EXPERTS)
  const [first] = experts
  return (
    <section>
      <h2>{first ? `“${first.label}” has most weight, ${percentage(first.weight)}` : 'Weights'}</h2>
      <p class="cap">Of {all.length} experts; the two heaviest are named.</p>
      <Drawn
        draw={(width) =>
          drawLines(
            moments.map(({ round }) => round),
            experts.map(({ k, label }, rank) => ({
              label: rank < 2 ? label : '',
              role: rank === 0 ? 'forecast' : rank === 1 ? 'naive' : 'other',
              values: moments.map(({ weights }) => weights[k] ?? null),
            })),
            'weight',
            width,
            true,
          )
        }
      />
    </section>
  )
}

function RegretChart({ moments, reason }: { moments: readonly Moment[]; reason: string | undefined }) {
  const last = moments.at(-1)
  const bound = last?.bound ?? null
  const regret = last?.regret ?? null
  const title =
    regret === null
      ? 'Regret'
      : regret <= 0
        ? `${amount(-regret)} less lost than the best expert`
        : `${amount(regret)} more lost than the best expert`
  return (
    <section>
      <h2>{title}</h2>
      <p class="cap">
        {bound === null
          ? reason === undefined
            ? ''
            : `No bound is claimed: ${reason}.`
          : `Proven to stay below ${amount(bound)}.`}
      </p>
      <Drawn
        draw={(width) =>
          drawLines(
            moments.map(({ round }) => round),
            [{ label: 'regret', role: 'forecast', values: moments.map((one) => one.regret) }],
            'loss less that of the best expert',
            width,
          )
        }
      />
    </section>
  )
}

/** Why no bound is claimed. */
function reasonOf({ ledger }: KeyView): string | undefined {
  return (ledger?.total as { reason?: string } | undefined)?.reason
}

/** The settings in which experts differ: those that they share name none of them. */
function differing(experts: readonly unknown[]): ReadonlySet<string> {
  const values = new Map<string, Set<string>>()
  for (const expert of experts) {
    for (const [name, value] of Object.entries(Object(expert) as object)) {
      values.set(name, (values.get(name) ?? new Set()).add(String(value)))
    }
  }
  return new Set([...values].filter(([, seen]) => seen.size > 1).map(([name]) => name))
}

function nameOf(expert: unknown, named: ReadonlySet<string>): string {
  if (typeof expert !== 'object' || expert === null) return String(expert)
  const settings = Object.entries(expert)
  const telling = settings.filter(([name]) => named.has(name))
  return (telling.length > 0 ? telling : settings).map(([name, value]) => `${name} ${value}`).join(', ')
}

import { amount, drawPicture, type Picture, percentage } from '@credence/charts/page'
import { strongestNaive } from '../naive.ts'
import type { RunSummary } from '../summary.ts'
import { escapeHtml } from './html.ts'
import { inTrouble } from './keysPage.ts'

/** A number that people look for first, beside what it should be. */
interface Key {
  readonly name: string
  readonly value: string
  readonly unit?: string
  readonly beside: string
  readonly picture?: Picture
}

const GAUGE = 300

/** The keys as HTML, with their pictures by name for the script that draws them again. */
export function numbersOf(summary: RunSummary): {
  readonly html: string
  readonly pictures: Readonly<Record<string, Picture>>
} {
  const keys = summary.probabilities
    ? [rightKey(summary), ...setKeys(summary)]
    : [
        ...seriesKeys(summary),
        ...errorKeys(summary),
        ...coverageKeys(summary),
        ...widthKeys(summary),
        ...lossKeys(summary),
        ...troubleKeys(summary),
      ].slice(0, 3)
  const cells = keys.map(({ name, value, unit, beside, picture }, i) => {
    const drawn = picture
      ? `<div class="g"><div class="chart" data-picture="key${i}">${drawPicture(picture, GAUGE)}</div></div>`
      : ''
    return `<div><dt>${name}</dt><dd class="n">${value}${unit ? `<small>${escapeHtml(unit)}</small>` : ''}</dd><dd class="c">${beside}</dd>${drawn ? `<dd>${drawn}</dd>` : ''}</div>`
  })
  const pictures = keys.flatMap(({ picture }, i) => (picture ? [[`key${i}`, picture] as const] : []))
  return { html: `<dl class="numbers">${cells.join('')}</dl>`, pictures: Object.fromEntries(pictures) }
}

/** Of many series: the middle one beside its best naive forecast. */
function seriesKeys({ keys }: RunSummary): Key[] {
  if (!keys || keys.relative === null) return []
  const values = keys.each.flatMap(({ relative }) => relative ?? [])
  const better = values.filter((value) => value < 1).length
  const { relative } = keys
  return [
    {
      name: 'Error of a typical series',
      value: percentage(Math.abs(1 - relative)),
      unit: `${relative < 1 ? 'less' : 'more'} than the best naive`,
      beside: `better than the best of last value, a season ago, mean and median so far in ${better.toLocaleString('en')} of ${values.length.toLocaleString('en')} series`,
      picture: {
        kind: 'spread',
        values,
        beside: { value: 1, label: 'as naive' },
        says: 'Error of each series over that of its best naive forecast',
      },
    },
  ]
}

/** Of many series: how many a person should look at. */
function troubleKeys({ keys, intervals }: RunSummary): Key[] {
  if (!keys) return []
  const { all, worse, few } = inTrouble(keys, intervals?.asked ?? 0.9)
  return [
    {
      name: 'Series that need a look',
      value: all.toLocaleString('en'),
      unit: `of ${keys.each.length.toLocaleString('en')}`,
      beside: `${worse || 'none'} had more error than naive, ${few || 'none'} fewer outcomes inside than chance allows`,
    },
  ]
}

function errorKeys(summary: RunSummary): Key[] {
  const own = summary.errors?.meanAbsolute.own
  const naive = strongestNaive(summary)
  if (own === undefined || !naive) return []
  const less = 1 - own / naive.value
  const words = Number.isFinite(less)
    ? `${percentage(Math.abs(less))} ${less >= 0 ? 'below' : 'above'} ${naive.label} (${amount(naive.value)})`
    : `${naive.label}: ${amount(naive.value)}`
  return [
    {
      name: 'Error, mean absolute',
      value: amount(own),
      beside: `${words}; root mean square ${amount(summary.errors?.rootMeanSquared.own)}`,
      picture: {
        kind: 'besideNaive',
        own,
        naive: { value: naive.value, label: naive.label.replace(/^the (value of the )?/, '') },
      },
    },
  ]
}

function coverageKeys({ intervals }: RunSummary): Key[] {
  if (!intervals) return []
  const { asked, covered, rounds, confidence } = intervals
  const inside = Math.round(covered * rounds)
  const [least, greatest] = confidence
  return [
    {
      name: `Coverage of the ${percentage(asked)} interval`,
      value: percentage(covered, 1),
      beside: `${verdictOf(asked, confidence)}: ${inside.toLocaleString('en')} of ${rounds.toLocaleString('en')} outcomes inside; 95\u202f% sure: between ${percentage(least, 1)} and ${percentage(greatest, 1)}`,
      picture: { kind: 'besideAsked', share: covered, asked, between: confidence },
    },
  ]
}

/** Whether the interval holds what it promises, by what so many rows can tell. */
function verdictOf(asked: number, [least, greatest]: readonly [number, number]): string {
  if (greatest < asked) return '▲ fewer than promised'
  return least > asked ? 'more than promised' : '✓ as promised'
}

function widthKeys({ intervals, series }: RunSummary): Key[] {
  if (!intervals || intervals.meanWidth === null) return []
  const widths = series.lower.flatMap((low, i) => {
    const high = series.upper[i]
    return low === null || high === null ? [] : [high - low]
  })
  const settled = widths.slice(Math.min(widths.length - 1, Math.ceil(widths.length / 50)))
  const middle = intervals.medianWidth
  const last = settled.at(-1) ?? middle
  return [
    {
      name: 'Width of the interval',
      value: amount(middle),
      unit: 'median',
      beside: `mean ${amount(intervals.meanWidth)}, ${amount(last)} at the end; interval score ${amount(intervals.meanScore)}${intervals.infinite > 0 ? `; in ${intervals.infinite.toLocaleString('en')} rows too little was known for an end` : ''}`,
      picture: {
        kind: 'sparkline',
        values: settled,
        last: `${amount(last)} now`,
        says: 'Width of the interval over the run',
      },
    },
  ]
}

function lossKeys({ loss }: RunSummary): Key[] {
  if (!loss) return []
  const { mean, impossible = 0, best } = loss
  const beside = [
    impossible > 0 ? `without ${impossible} held for impossible` : [],
    best ? `best expert ${amount(best.mean)}` : [],
  ]
  return [{ name: 'Loss, mean', value: amount(mean), beside: beside.flat().join('; ') }]
}

function rightKey({ probabilities }: RunSummary): Key {
  const { wrong, naiveWrong, logarithmic } = probabilities as NonNullable<RunSummary['probabilities']>
  return {
    name: 'Right at the first label',
    value: percentage(1 - wrong, 1),
    beside: `always the commonest label: ${percentage(1 - naiveWrong, 1)}; log loss ${amount(logarithmic)}`,
    picture: {
      kind: 'besideNaive',
      own: 1 - wrong,
      naive: { value: 1 - naiveWrong, label: 'commonest label' },
    },
  }
}

function setKeys({ sets, confusion }: RunSummary): Key[] {
  if (!sets) return []
  const [least, greatest] = sets.confidence
  const all = confusion?.sizes.reduce((sum, { sets: count }) => sum + count, 0) ?? 0
  const shares = confusion?.sizes.map(({ sets: count }) => count / all) ?? []
  return [
    {
      name: `Coverage of the ${percentage(sets.asked)} sets`,
      value: percentage(sets.covered, 1),
      beside: `${verdictOf(sets.asked, sets.confidence)}: ${Math.round(sets.covered * sets.rounds).toLocaleString('en')} of ${sets.rounds.toLocaleString('en')} sets; 95\u202f% sure: between ${percentage(least, 1)} and ${percentage(greatest, 1)}`,
      picture: { kind: 'besideAsked', share: sets.covered, asked: sets.asked, between: sets.confidence },
    },
    {
      name: 'Labels in a set',
      value: amount(sets.meanSize, 2),
      unit: 'on average',
      beside: `${percentage(confusion?.sizes.find(({ size }) => size === 1)?.sets ? (confusion.sizes.find(({ size }) => size === 1)?.sets ?? 0) / all : 0)} of the sets hold one label`,
      ...(shares.length > 0
        ? {
            picture: {
              kind: 'parts',
              shares,
              labels: confusion?.sizes.map(({ size }) => String(size)) ?? [],
              says: 'Sets by the number of labels in them',
            },
          }
        : {}),
    },
  ]
}

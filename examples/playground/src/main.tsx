import { amount, percentage } from '@credence/charts/page'
import { render } from 'preact'
import { adoptStyle, switchTheme } from '../../../packages/web/src/theme.ts'
import { Charts } from './charts.tsx'
import { type Choices, SPEEDS, WINDOWS } from './choices.ts'
import { Choice, Controls, same } from './controls.tsx'
import { choices, csv, onPlace, readPlace } from './place.ts'
import {
  ended,
  failure,
  frames,
  opened,
  playing,
  rate,
  rounds,
  setSpeed,
  start,
  step,
  toggle,
} from './player.ts'
import { RecipePanel } from './recipePanel.tsx'

/** Starts anew with other choices. */
function change(chosen: Choices): void {
  choices.value = chosen
  begin(true)
}

function begin(play: boolean): void {
  const chosen = choices.value
  setSpeed(chosen.speed)
  if (chosen.stream === 'csv' && csv.value.trim() === '') return
  start(chosen, csv.value, play)
}

/** A choice that leaves the stream where it is. */
function adjust(part: Partial<Choices>): void {
  choices.value = { ...choices.value, ...part }
  setSpeed(choices.value.speed)
}

/** A pause is a place that a link can name. */
function pause(): void {
  toggle()
  adjust({ at: playing.value ? 0 : rounds.last })
}

function move(count: number): void {
  step(count)
  adjust({ at: Math.min(rounds.last + count, opened.value?.rows ?? Infinity) })
}

function faster(by: number): void {
  const { speed } = choices.value
  const place = SPEEDS.findIndex((one) => one >= speed) + by
  adjust({ speed: SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)] as number })
}

/** On a phone the choices wait behind a line, so that what moves is seen first. */
const wide = matchMedia('(min-width: 761px)').matches

function Page() {
  return (
    <>
      <header class="bar">
        <span class="brand">Credence</span>
        <button type="button" id="play" aria-keyshortcuts="Space" disabled={ended.value} onClick={pause}>
          {playing.value ? 'pause' : 'play'}
        </button>
        <button type="button" id="step" aria-keyshortcuts="ArrowRight" onClick={() => move(1)}>
          step
        </button>
        <button
          type="button"
          id="restart"
          aria-keyshortcuts="r"
          onClick={() => change({ ...choices.value, at: 0 })}
        >
          restart
        </button>
        <span class="gap" />
        <button type="button" title="light or dark" aria-keyshortcuts="t" onClick={switchTheme}>
          ◐ <span>Theme</span>
        </button>
      </header>
      <div class="columns">
        <details class="chosen" open={wide}>
          <summary>what is learnt, and from what</summary>
          <Controls change={change} />
          <div class="controls">
            <Choice
              label="rounds a second"
              value={String(choices.value.speed)}
              among={same(SPEEDS, choices.value.speed)}
              set={(speed) => adjust({ speed: Number(speed) })}
            />
            <Choice
              label="rounds shown"
              value={String(choices.value.shown)}
              among={same(WINDOWS, choices.value.shown)}
              set={(shown) => adjust({ shown: Number(shown) })}
            />
          </div>
          <p class="hint keys">
            <kbd>space</kbd> play, <kbd>→</kbd> step, <kbd>shift →</kbd> 50, <kbd>+</kbd> <kbd>−</kbd> speed,{' '}
            <kbd>r</kbd> restart, <kbd>t</kbd> light or dark
          </p>
        </details>
        <main>
          <Numbers />
          {failure.value ? (
            <p class="problem" role="alert">
              {failure.value}
            </p>
          ) : null}
          <Charts setBy={(by) => adjust({ by })} />
          <RecipePanel />
        </main>
      </div>
    </>
  )
}

function Numbers() {
  void frames.figures.value
  const { coverage, error, naive } = rounds.totals
  const asked = percentage(choices.value.coverage)
  const figures: [string, string][] = [
    ['round', `${rounds.last.toLocaleString('en')} of ${(opened.value?.rows ?? 0).toLocaleString('en')}`],
    ['rounds a second', playing.value ? rate.value.toLocaleString('en') : '–'],
    ['covered', `${percentage(coverage, 1)} of ${asked}`],
    ['mean absolute error', amount(error)],
    ['of the last value', amount(naive)],
    ['regret', amount(rounds.regret.at(-1))],
    ['proven below', amount(rounds.bound)],
  ]
  return (
    <dl class="figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
  ' ': pause,
  ArrowRight: ({ shiftKey }) => move(shiftKey ? 50 : 1),
  '+': () => faster(1),
  '=': () => faster(1),
  '-': () => faster(-1),
  r: () => change({ ...choices.value, at: 0 }),
  t: switchTheme,
}

addEventListener('keydown', (event) => {
  const { target } = event
  const typing = target instanceof HTMLElement && target.matches('input, textarea, select, pre')
  const pressing = target instanceof HTMLButtonElement && event.key === ' '
  if (typing || pressing || event.ctrlKey || event.metaKey || event.altKey) return
  const act = KEYS[event.key]
  if (!act) return
  event.preventDefault()
  act(event)
})

adoptStyle()
render(<Page />, document.getElementById('app') as HTMLElement)
const still = matchMedia('(prefers-reduced-motion: reduce)').matches
void readPlace().then(() => begin(!still))
onPlace(() => begin(!still))

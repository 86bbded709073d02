import { signal } from '@preact/signals'
import type { Choices } from './choices.ts'
import type { Answer, Ask, Opened } from './messages.ts'
import { Rounds } from './rounds.ts'

/** Rounds in one question at most: a worker that is behind must not be asked for more than it can do in a moment. */
const MOST = 500

export const opened = signal<Opened | undefined>(undefined)
export const failure = signal('')
export const playing = signal(false)
export const ended = signal(false)
/**
 * Each counts its drawings; a change draws anew. Forecasts move with every frame, what is slower to change with every second
 * one, by turns, and numbers that people read with every eighth: a page without a graphics card keeps up.
 */
export const frames = { forecast: signal(0), scores: signal(0), weights: signal(0), figures: signal(0) }
/** Rounds a second, as they really come. */
export const rate = signal(0)
export let rounds = new Rounds()

let worker: Worker | undefined
let run = 0
let speed = 100
let waiting = false
let owed = 0
let goal = 0
let before = 0
let counted = { at: 0, round: 0 }

/** Starts anew with these choices: plays, or goes to the round they name and waits there. */
export function start(choices: Choices, csv: string, play: boolean): void {
  worker ??= create()
  run++
  rounds = new Rounds()
  opened.value = undefined
  failure.value = ''
  playing.value = play && choices.at === 0
  goal = choices.at
  owed = 0
  waiting = true
  send({ run, open: { choices, csv } })
  draw(true)
}

let drawn = 0

function draw(all: boolean): void {
  drawn++
  ended.value = rounds.ended
  frames.forecast.value++
  if (all || drawn % 2 === 0) frames.scores.value++
  if (all || drawn % 2 === 1) frames.weights.value++
  if (all || drawn % 8 === 0) frames.figures.value++
}

/** Rounds a second that are wanted. */
export function setSpeed(wanted: number): void {
  speed = wanted
}

export function toggle(): void {
  if (rounds.ended) return
  playing.value = !playing.value
  owed = 0
  draw(true)
}

/** A few rounds more, and then a pause. */
export function step(count: number): void {
  playing.value = false
  goal = Math.max(goal, rounds.last) + count
}

function create(): Worker {
  const made = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  made.onmessage = ({ data }: MessageEvent<Answer>) => take(data)
  requestAnimationFrame(tick)
  return made
}

function send(ask: Ask): void {
  worker?.postMessage(ask)
}

function take(answer: Answer): void {
  if (answer.run !== run) return
  waiting = false
  if ('failure' in answer) {
    failure.value = answer.failure
    playing.value = false
    waiting = true
  } else if ('opened' in answer) opened.value = answer.opened
  else {
    rounds.add(answer.batch)
    if (rounds.ended) playing.value = false
    draw(!playing.value)
  }
}

/** Once a frame: asks for the rounds that are due since the last one, one question at a time. */
function tick(now: number): void {
  requestAnimationFrame(tick)
  const passed = Math.min(0.1, (now - before) / 1000)
  before = now
  measure(now)
  if (playing.value) owed = Math.min(owed + passed * speed, MOST)
  const due = playing.value ? Math.floor(owed) : goal - rounds.last
  if (waiting || due <= 0 || rounds.ended) return
  if (playing.value) owed -= due
  waiting = true
  send({ run, rounds: Math.min(due, MOST) })
}

function measure(now: number): void {
  if (now - counted.at < 500) return
  const moved = rounds.last - counted.round
  rate.value = moved < 0 ? 0 : Math.round((1000 * moved) / (now - counted.at))
  counted = { at: now, round: rounds.last }
}

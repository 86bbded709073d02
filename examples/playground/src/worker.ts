import { Course } from './course.ts'
import { type Answer, type Ask, type Batch, type BatchColumn, COLUMNS } from './messages.ts'
import { recipeOf } from './recipeOf.ts'
import { csvOf } from './streams.ts'

// The library at work, away from the page's thread. It does as many rounds as it is asked for, and never more.
declare const self: { onmessage: (event: { data: Ask }) => void; postMessage(answer: Answer): void }

let course: Course | undefined
let queue: Promise<void> = Promise.resolve()

self.onmessage = ({ data }) => {
  queue = queue.then(() => answer(data))
}

async function answer(ask: Ask): Promise<void> {
  const { run } = ask
  try {
    if ('open' in ask) {
      course = undefined
      const { choices, csv } = ask.open
      const opened = await Course.open(choices.stream === 'csv' ? csv : csvOf(choices), recipeOf(choices))
      course = opened
      const { names, numericNames, rows } = opened
      self.postMessage({ run, opened: { names, numericNames, rows } })
    } else if (course) self.postMessage({ run, batch: play(course, ask.rounds) })
  } catch (error) {
    course = undefined
    self.postMessage({ run, failure: error instanceof Error ? error.message : String(error) })
  }
}

function play(course: Course, rounds: number): Batch {
  const after = course.t
  const size = Math.min(rounds, course.rows - after)
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, new Float64Array(size)])) as Record<
    BatchColumn,
    Float64Array
  >
  let weights = new Float64Array(0)
  for (let i = 0; i < size; i++) {
    const round = course.round()
    for (const name of COLUMNS) columns[name][i] = round[name]
    if (i === 0) weights = new Float64Array(size * round.weights.length)
    weights.set(round.weights, i * round.weights.length)
  }
  const { experts, bound } = course
  return { after, size, columns, weights, experts, bound, ended: course.t >= course.rows }
}

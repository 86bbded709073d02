import { drawLoss, drawMeta, SCORES } from './catalogue.ts'
import { drawConformal, drawForecast } from './conformal.ts'
import type { Dice } from './dice.ts'
import {
  drawAuto,
  drawClassMixture,
  drawFleet,
  drawHorizons,
  drawKeyed,
  drawLayers,
  drawPathLearner,
  drawPathsAround,
  drawQuantiles,
} from './layers.ts'
import { drawRow, drawTable } from './rows.ts'
import { drawRule } from './rules.ts'
import { type Call, namesIn, print, type Spec } from './spec.ts'
import { drawSteps, printStep, type Step } from './steps.ts'

/** A learner and what is done to it: plain data. */
export interface Program {
  readonly learner: Call
  readonly steps: readonly Step[]
}

export function drawProgram(dice: Dice): Program {
  const roll = dice.uniform()
  if (roll < 0.2) return drawAround(dice)
  if (roll < 0.26) return drawAutomatic(dice)
  if (roll < 0.29) return drawSteppedBands(dice)
  if (roll < 0.32) return drawShips(dice)
  if (roll < 0.38) return drawPaths(dice)
  if (roll < 0.42) return drawDistribution(dice)
  if (roll < 0.46) return drawClasses(dice)
  return drawAggregate(dice)
}

function drawAggregate(dice: Dice): Program {
  const dimension = dice.between(1, 4)
  const layered = dice.chance(0.35)
  const loss = drawLoss(dice)
  const labels = loss.call === 'hinge' || loss.call === 'logistic'
  const rule = (): Call => drawRule(dice, { dimension, loss })
  const options: Record<string, Spec> = {
    experts: Array.from({ length: dice.between(1, 2) }, rule),
    loss,
    score: { call: dice.pick(SCORES) },
    meta: drawMeta(dice),
    onFailure: dice.pick(['throw', 'sleep', 'restart']),
  }
  if (dice.chance(0.5)) options.dimension = dimension
  if (dice.chance(0.3)) options.horizon = dice.pick([10, 1000])
  if (dice.chance(0.3)) options.switches = dice.between(1, 3)
  if (dice.chance(0.2)) options.history = dice.pick([2, 8])
  if (dice.chance(0.3)) options.openRounds = dice.between(1, 4)
  if (dice.chance(0.2)) options.seed = dice.between(1, 9)
  const inner: Call = { call: 'aggregate', args: [options] }
  const hostile = dice.pick([0, 0.03, 0.3])
  const row = (): Spec => drawRow(dice, dimension, hostile)
  if (!layered) return { learner: inner, steps: drawSteps(dice, { row, labels, rule }) }
  const layers = dice.chance(0.8) ? drawLayers(dice, inner, dimension, labels) : inner
  const learner = layers === inner || dice.chance(0.2) ? drawKeyed(dice, layers) : layers
  return { learner, steps: drawSteps(dice, { row, labels, longest: 150 }) }
}

/** Intervals around somebody's forecasts: of one stream, or of several keys. */
function drawAround(dice: Dice): Program {
  if (dice.chance(0.85)) {
    const learner = drawConformal(dice)
    return { learner, steps: drawSteps(dice, { row: () => drawForecast(dice, learner), pending: true }) }
  }
  const model = drawConformal(dice, 'conformalModel')
  return {
    learner: drawKeyed(dice, model),
    steps: drawSteps(dice, { row: () => drawForecast(dice, model), longest: 60 }),
  }
}

function drawAutomatic(dice: Dice): Program {
  const learner = drawAuto(dice)
  const [{ task }] = learner.args as [{ readonly task?: string }]
  const classes = task === 'classification' || (task === undefined && dice.chance(0.3))
  return {
    learner,
    steps: drawSteps(dice, { row: drawTable(dice), classes, longest: dice.chance(0.1) ? 150 : 40 }),
  }
}

/** Experts on classes by themselves: trees of a forest grow from the tenth row on. */
function drawClasses(dice: Dice): Program {
  const dimension = dice.between(0, 3)
  if (dice.chance(0.4)) {
    const learner = drawClassMixture(dice, dimension, true)
    return { learner, steps: drawSteps(dice, { row: drawTable(dice), classes: true, longest: 60 }) }
  }
  const hostile = dice.pick([0, 0.03, 0.3])
  const row = (): Spec => drawRow(dice, dimension, hostile)
  const places = dice.pick([2, 3, 12])
  return { learner: drawClassMixture(dice, dimension, false), steps: drawSteps(dice, { row, places }) }
}

/** The next rows of a series: alone, around a model of one row, or of several series that learn from each other. */
function drawPaths(dice: Dice): Program {
  const name = dice.pick(['paths', 'crowd', 'pathsAround'] as const)
  if (name !== 'pathsAround') {
    const learner = drawPathLearner(dice, name)
    const [{ known = 0 }] = learner.args as [{ readonly known?: number }]
    // Trees over the rows of all series need some hundred.
    const longest = name === 'crowd' && dice.chance(0.15) ? 400 : 60
    return { learner, steps: drawSteps(dice, { row: () => drawKnown(dice, known), longest }) }
  }
  const loss: Call = { call: dice.pick(['squared', 'absolute']) }
  const inner: Call = { call: 'aggregate', args: [{ experts: drawRule(dice, { dimension: 2, loss }), loss }] }
  const row = (): Spec => ({
    rows: Array.from({ length: dice.between(1, 3) }, () => drawRow(dice, 2, 0.02)),
    ...(dice.chance(0.05) ? { gap: dice.between(1, 9) } : {}),
  })
  return { learner: drawPathsAround(dice, inner), steps: drawSteps(dice, { row, longest: 60 }) }
}

/** What is known of the next rows, with rows of no outcome between. */
function drawKnown(dice: Dice, known: number): Spec {
  const rows = Array.from({ length: dice.between(1, 3) }, () => drawRow(dice, known, 0.02))
  return {
    ...(known > 0 ? { known: rows } : {}),
    ...(dice.chance(0.05) ? { gap: dice.pick([1, 2, 30]) } : {}),
  }
}

/** Quantiles around somebody's forecasts: of one stream, or of several keys. */
function drawDistribution(dice: Dice): Program {
  const row = (): Spec => (dice.chance(0.02) ? dice.pick([1e160, -1.7e308, 0]) : dice.normal())
  if (dice.chance(0.8))
    return { learner: drawQuantiles(dice, 'quantiles'), steps: drawSteps(dice, { row, pending: true }) }
  const learner = drawKeyed(dice, drawQuantiles(dice, 'quantileModel'))
  return { learner, steps: drawSteps(dice, { row, longest: 60 }) }
}

function drawSteppedBands(dice: Dice): Program {
  return {
    learner: drawHorizons(dice),
    steps: drawSteps(dice, { row: () => dice.normal(), onlyLate: true, longest: 150 }),
  }
}

function drawShips(dice: Dice): Program {
  return {
    learner: drawFleet(dice),
    steps: drawSteps(dice, { row: () => dice.normal(), onlyPending: true, longest: 150 }),
  }
}

/** The program as a person would run it. */
export function printProgram({ learner, steps }: Program): string {
  const names = [...new Set(namesIn(learner))].sort()
  const lines = [`import { ${names.join(', ')} } from 'credence'`, '', `let learner = ${print(learner)}`]
  for (const step of steps) lines.push(printStep(step))
  return lines.join('\n')
}

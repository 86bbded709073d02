import type { RunSummary } from '../summary.ts'
import { percent } from './charts.ts'

const WIDTH = 560
const HEIGHT = 200
const LEFT = 44
const BOTTOM = 24

/** Where outcomes fell in the law that was forecast; or, for classes, what was said beside what came. */
export function calibrationFigure({ law, probabilities }: RunSummary): string {
  if (law) return figure('Calibration of the whole law', lawSays(law.distance), lawBars(law.shares))
  if (!probabilities) return ''
  const says = `Each dot is a probability that was said, and how often it came true; on the line they agree. Mean distance ${percent(probabilities.calibrationError)}.`
  return figure('Calibration of the probabilities', says, reliability(probabilities.bins))
}

function lawSays(distance: number): string {
  return `How often the outcome fell in each twentieth of its forecast law. All bars reach the dashed line if the law is right; the largest distance is ${percent(distance)}.`
}

function figure(title: string, says: string, marks: string): string {
  return `<section><h2>${title}</h2><figure><svg role="img" aria-label="${says}" viewBox="0 0 ${WIDTH} ${HEIGHT}" style="width:100%;max-width:${WIDTH}px">${marks}</svg><figcaption>${says}</figcaption></figure></section>`
}

function lawBars(shares: readonly number[]): string {
  const most = Math.max(0.1, ...shares)
  const width = (WIDTH - LEFT) / shares.length
  const y = (share: number): number => (HEIGHT - BOTTOM) * (1 - share / most) + 4
  const bars = shares.map(
    (share, i) =>
      `<rect x="${(LEFT + i * width + 1).toFixed(1)}" y="${y(share).toFixed(1)}" width="${(width - 2).toFixed(1)}" height="${(y(0) - y(share)).toFixed(1)}" fill="var(--own)"/>`,
  )
  return `${bars.join('')}${rule(y(1 / shares.length))}${label(0, y(0), '0')}${label(0, y(1 / shares.length) + 4, percent(1 / shares.length))}${ends()}`
}

function reliability(bins: readonly { said: number; came: number; rounds: number }[]): string {
  const x = (share: number): number => LEFT + (WIDTH - LEFT - 8) * share
  const y = (share: number): number => (HEIGHT - BOTTOM) * (1 - share) + 4
  const most = Math.max(...bins.map(({ rounds }) => rounds))
  const dots = bins.map(
    ({ said, came, rounds }) =>
      `<circle cx="${x(said).toFixed(1)}" cy="${y(came).toFixed(1)}" r="${(3 + 5 * Math.sqrt(rounds / most)).toFixed(1)}" fill="var(--own)" fill-opacity=".75"><title>said ${percent(said)}, came ${percent(came)}, ${rounds} times</title></circle>`,
  )
  const diagonal = `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="var(--target)" stroke-dasharray="5 4"/>`
  return `${diagonal}${dots.join('')}${label(0, y(0), '0')}${label(0, y(1) + 10, '1')}${ends()}`
}

function rule(y: number): string {
  return `<line x1="${LEFT}" y1="${y}" x2="${WIDTH}" y2="${y}" stroke="var(--target)" stroke-dasharray="5 4"/>`
}

function label(x: number, y: number, text: string): string {
  return `<text x="${x}" y="${y.toFixed(1)}">${text}</text>`
}

function ends(): string {
  return `<text x="${LEFT}" y="${HEIGHT - 4}">0</text><text x="${WIDTH - 12}" y="${HEIGHT - 4}">1</text>`
}

/** Gaussian-process experts and the numpy programs that do the same, on the same rounds in turns. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { dyadic, logDensity, normal, seededRng } from 'credence'
import { gp } from 'credence/gp'
import { uniform } from 'credence/random'
import { missingPython, python } from './peer.js'

export const BANDWIDTHS = dyadic(-3, 2)
export const NOISES = [0.5, 1, 2]
const rng = seededRng(1)

export const CLOCK = process.env.CREDENCE_CLOCK === 'cpu' ? 'cpu' : 'wall'

/** Milliseconds. */
export function now() {
  if (CLOCK === 'wall') return performance.now()
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e3
}

/** @param {number} d */
export function draw(d) {
  const x = Float64Array.from({ length: d }, () => uniform(rng))
  const at = (j) => x[j % d]
  const y =
    10 * Math.sin(Math.PI * at(0) * at(1)) + 20 * (at(2) - 0.5) ** 2 + 10 * at(3) + 5 * at(4) + normal(rng)
  return { x, y }
}

/** @param {readonly number[]} values @param {number} [p] */
export function quantile(values, p = 0.5) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]
}

/** A panel whose rounds can be timed. */
export function engine(options, d) {
  const panel = gp(options).bind({ loss: logDensity, dimension: d, seed: 0 })
  const state = panel.init()
  const fill = (value) => new Float64Array(panel.capacity).fill(value)
  const beliefs = { mean: fill(0), variance: fill(0), noise: fill(0), awake: fill(1) }
  return {
    size: panel.capacity,
    beliefs,
    step({ x, y }) {
      const start = now()
      panel.predict(state, x, beliefs)
      panel.update(state, x, y, beliefs)
      return 1e3 * (now() - start)
    },
  }
}

/** The numpy programs by name: on one core, as ours is, and the tuned one also on as many as BLAS takes. */
const PEERS = {
  literal: { engine: 'literal', cores: 'one' },
  tuned: { engine: 'tuned', cores: 'one' },
  'tuned, all cores': { engine: 'tuned', cores: 'all' },
}
const ONE_CORE = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' }

/** Two Python processes that run the numpy programs, or null where there is no numpy. */
export function startPeers() {
  if (missingPython('numpy', 'scipy')) return null
  const children = { one: startPeer(ONE_CORE), all: startPeer({}) }
  return {
    begin: (settings) => Promise.all(Object.values(children).map((child) => child.ask(settings))),
    run(name, rounds) {
      const { engine, cores } = PEERS[name]
      return children[cores].ask({
        engine,
        clock: CLOCK,
        x: rounds.map(({ x }) => Array.from(x)),
        y: rounds.map(({ y }) => y),
      })
    },
    stop() {
      for (const child of Object.values(children)) child.stop()
    },
  }
}

function startPeer(variables) {
  const child = spawn(python, [fileURLToPath(new URL('../peers/gp_baselines.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...variables },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`)
      return JSON.parse((await lines.next()).value)
    },
    stop: () => child.stdin.end(),
  }
}

/** K experts as a grid of bandwidths and noises. */
export const GRIDS = {
  1: { inverseBandwidth: [1], noise: [1] },
  6: { inverseBandwidth: BANDWIDTHS, noise: [1] },
  18: { inverseBandwidth: BANDWIDTHS, noise: NOISES },
  50: { inverseBandwidth: dyadic(-6, 3), noise: [0.3, 0.5, 1, 2, 3] },
}

/** Times of ours and of the named numpy programs, in turn, on the same rounds. */
export async function contest(peers, names, K, window, blocks) {
  const grid = GRIDS[K]
  const ours = engine({ ...grid, window }, 10)
  await peers?.begin({ window, bandwidths: grid.inverseBandwidth, noises: grid.noise, dimension: 10 })
  const times = Object.fromEntries(['ours', ...names].map((name) => [name, []]))
  const warm = Array.from({ length: 3 * window }, () => draw(10))
  for (const round of warm) ours.step(round)
  for (const name of names) await peers.run(name, warm.slice(-window - 5))
  for (let block = 0; block < blocks; block++) {
    const rounds = Array.from({ length: 40 }, () => draw(10))
    for (const round of rounds) times.ours.push(ours.step(round))
    for (const name of names) {
      const answer = await peers.run(name, rounds)
      times[name].push(...answer.times)
      const gap = Math.max(...answer.mean.map((mean, k) => Math.abs(mean - ours.beliefs.mean[k])))
      if (gap > 1e-6) throw new Error(`${name} disagrees by ${gap}`)
    }
  }
  return times
}

export const average = (values) => values.reduce((a, b) => a + b) / values.length

/**
 * Gaussian-process experts: time per round against numpy, how it grows with K, W, d and T, and the worst round.
 *
 *     node bench/gp.js [peers] [sizes] [ends] [growth] [slices] [many]     all of them if none is named; peers also takes sizes of W
 *
 * CREDENCE_PYTHON names a python with numpy and scipy; without one the peers are skipped. CREDENCE_CLOCK=cpu counts
 * processor time instead of the wall's: for a machine that is busy with other things.
 */
import { aggregate, annealed, fixedShare, logDensity } from 'credence'
import { gp, gpMemory, replayGp } from 'credence/gp'
import {
  average,
  BANDWIDTHS,
  CLOCK,
  contest,
  draw,
  engine,
  GRIDS,
  NOISES,
  now,
  quantile,
  startPeers,
} from './lib/gpContest.js'

const us = (value) => `${value.toFixed(value < 100 ? 1 : 0)} µs`
const print = (...cells) => console.log(cells.map((cell) => String(cell).padStart(16)).join(''))

const times = (value) => value.toFixed(1)

/** Ours, the paper's appendix and a tuned numpy. */
async function comparePeers() {
  const peers = startPeers()
  console.log(`\nper round, K = 18, d = 10, medians of ${CLOCK} time (mean of ours in brackets)`)
  if (!peers) console.log('no python with numpy and scipy: set CREDENCE_PYTHON to compare')
  print('W', 'ours', '(mean)', 'literal', 'tuned', '× literal', '× tuned', '× tuned, means', '× all cores')
  const only = process.argv.slice(2).map(Number)
  for (const [window, blocks] of [
    [100, 40],
    [250, 25],
    [500, 15],
    [1000, 10],
  ]) {
    if (only.some((size) => size > 0) && !only.includes(window)) continue
    const found = await contest(
      peers,
      peers ? ['literal', 'tuned', 'tuned, all cores'] : [],
      18,
      window,
      blocks,
    )
    const [ours, mean] = [quantile(found.ours), average(found.ours)]
    if (!peers) {
      print(window, us(ours), us(mean))
      continue
    }
    const [literal, tuned] = [quantile(found.literal), quantile(found.tuned)]
    const wide = quantile(found['tuned, all cores'])
    const ratios = [literal / ours, tuned / ours, average(found.tuned) / mean, wide / ours].map(times)
    print(window, us(ours), us(mean), us(literal), us(tuned), ...ratios)
  }
  peers?.stop()
}

/** Other numbers of experts, beside the tuned numpy. */
async function compareSizes() {
  const peers = startPeers()
  console.log(`\nper round, d = 10, medians of ${CLOCK} time`)
  print('K', 'W', 'ours', '(mean)', 'tuned', '× tuned')
  for (const K of [1, 6, 50]) {
    for (const [window, blocks] of [
      [250, 15],
      [500, 10],
      [1000, 10],
    ]) {
      const found = await contest(peers, peers ? ['tuned'] : [], K, window, blocks)
      const ours = quantile(found.ours)
      const tuned = peers ? quantile(found.tuned) : Number.NaN
      print(K, window, us(ours), us(average(found.ours)), us(tuned), times(tuned / ours))
    }
  }
  peers?.stop()
}

/** Whole streams. */
function measureEnds() {
  console.log('\nend to end')
  const stream = Array.from({ length: 3000 }, () => draw(10))
  const seconds = (work) => {
    const start = now()
    work()
    return (now() - start) / 1e3
  }
  const learn = () => {
    const experts = gp({ inverseBandwidth: BANDWIDTHS, noise: NOISES, window: 250 })
    const learner = aggregate({
      experts,
      loss: logDensity,
      score: annealed,
      meta: fixedShare({ share: 1e-3 }),
    })
    for (const { x, y } of stream) learner.learn(x, y)
  }
  const times = [1, 2, 3].map(() => seconds(learn))
  console.log(
    `GP-EA, K = 18, W = 250, T = 3000: ${quantile(times).toFixed(2)} s (best ${Math.min(...times).toFixed(2)})`,
  )
  const growing = engine({ inverseBandwidth: BANDWIDTHS, noise: 1 }, 10)
  const last = stream.map((round) => growing.step(round)).slice(-21)
  console.log(`all data kept, K = 6, last round at T = 3000: ${(quantile(last) / 1e3).toFixed(1)} ms`)
  const xs = stream.map(({ x }) => x)
  const ys = stream.map(({ y }) => y)
  for (const rounds of [1000, 3000]) {
    const replay = seconds(() => {
      replayGp({ inverseBandwidth: BANDWIDTHS, noise: 1 }, xs.slice(0, rounds), ys.slice(0, rounds))
    })
    console.log(`all data kept, K = 6, replay of T = ${rounds}: ${replay.toFixed(2)} s`)
  }
}

/** Median time of a round in steady state. */
function steady(options, d) {
  const { step, size } = engine(options, d)
  for (let t = 0; t < 3 * options.window; t++) step(draw(d))
  const times = Array.from({ length: Math.max(300, options.window) }, () => step(draw(d)))
  return { size, median: quantile(times), times }
}

/** Four sizes each of K, W, d, T, the others as in the paper. */
function measureGrowth() {
  const base = { inverseBandwidth: BANDWIDTHS, noise: NOISES, window: 250 }
  const table = (name, sizes, time) => {
    console.log(`\ntime of a round as ${name} grows`)
    const times = sizes.map(time)
    print(name, ...sizes)
    print('median', ...times.map(us))
    print(
      'exponent',
      '',
      ...times.slice(1).map((value, i) => exponent(value / times[i], sizes[i + 1] / sizes[i])),
    )
  }
  table('K', [3, 6, 12, 24], (K) => {
    const noise = [0.5, 1, 2].flatMap((s) => [s, 1.5 * s]).slice(0, Math.max(1, K / 6))
    return steady({ ...base, inverseBandwidth: BANDWIDTHS.slice(0, Math.min(6, K)), noise }, 10).median
  })
  table('W', [100, 200, 400, 800], (window) => steady({ ...base, window }, 10).median)
  table('d', [2, 8, 32, 128], (d) => steady(base, d).median)
  table('T', [500, 1000, 2000, 4000], (rounds) => {
    const { step } = engine({ inverseBandwidth: BANDWIDTHS, noise: 1 }, 10)
    const times = Array.from({ length: rounds }, () => step(draw(10)))
    return quantile(times.slice(-21))
  })
}

const exponent = (ratio, factor) => (Math.log(ratio) / Math.log(factor)).toFixed(2)

/** How even rounds are: each phase of the rebuilding clock at its best of many, so that the machine's noise stays out. */
function measureSlices() {
  console.log('\nthe rebuilding clock: the least time of each of its phases, over the median of phases')
  print('W', 'K', 'median', 'slowest', 'ratio')
  for (const [window, noise] of [
    [100, NOISES],
    [250, NOISES],
    [250, 1],
    [500, NOISES],
    [500, 1],
    [1000, NOISES],
  ]) {
    const { step, size } = engine({ inverseBandwidth: noise === 1 ? 1 : BANDWIDTHS, noise, window }, 10)
    const period = 2 * Math.ceil(window / 5)
    const least = new Array(period).fill(Infinity)
    const rounds = window * 2 + period * (window >= 500 ? 8 : 25)
    for (let t = 0; t < rounds; t++) {
      const time = step(draw(10))
      if (t >= 2 * window) least[t % period] = Math.min(least[t % period], time)
    }
    const [median, slowest] = [quantile(least), Math.max(...least)]
    print(window, size, us(median), us(slowest), (slowest / median).toFixed(2))
  }
}

/** 200 series of 18 experts, W = 250, in one pool: taking turns, and one after another. */
function measureMany() {
  const panel = gp({ ...GRIDS[18], window: 250 }).bind({ loss: logDensity, dimension: 10, seed: 0 })
  const fill = (value) => new Float64Array(panel.capacity).fill(value)
  const beliefs = { mean: fill(0), variance: fill(0), noise: fill(0), awake: fill(1) }
  const series = Array.from({ length: 200 }, () => panel.init())
  const step = (state) => {
    const { x, y } = draw(10)
    const start = now()
    panel.predict(state, x, beliefs)
    panel.update(state, x, y, beliefs)
    return 1e3 * (now() - start)
  }
  for (const state of series) for (let t = 0; t < 300; t++) step(state)
  const turns = []
  for (let sweep = 0; sweep < 3; sweep++) for (const state of series) turns.push(step(state))
  const visits = []
  for (const state of series) for (let t = 0; t < 10; t++) visits.push(step(state))
  const { states, bytes, limit } = gpMemory()
  const megabytes = (value) => `${(value / 2 ** 20).toFixed(0)} MB`
  console.log('\n200 series, K = 18, W = 250')
  console.log(`factors kept: ${states} states in ${megabytes(bytes)} of ${megabytes(limit)}`)
  console.log(`resident memory of the process: ${megabytes(process.memoryUsage().rss)}`)
  console.log(`a round when all take turns, factors built anew: ${us(quantile(turns))}`)
  console.log(
    `a round when each has ten in a row: ${us(average(visits))} on average, median ${us(quantile(visits))}`,
  )
}

const parts = {
  peers: comparePeers,
  sizes: compareSizes,
  ends: measureEnds,
  growth: measureGrowth,
  slices: measureSlices,
  many: measureMany,
}
const wanted = process.argv.slice(2).filter((word) => word in parts)
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await measure()
}

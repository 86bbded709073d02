import { contest, quantile, startPeers } from '../lib/gpContest.js'

/** Rounds in blocks of 40, in turns with the peers; fewer where a round takes long. */
const BLOCKS = { 100: 30, 250: 20, 500: 12, 1000: 8 }

async function measure(K, windows, names) {
  const peers = startPeers()
  const rows = []
  for (const window of windows) {
    const found = await contest(peers, peers ? names : [], K, window, BLOCKS[window])
    const { ours, ...others } = Object.fromEntries(
      Object.entries(found).map(([name, times]) => [name, quantile(times)]),
    )
    const medians = Object.fromEntries(
      Object.entries(others).map(([name, value]) => [`numpy, ${name}`, value]),
    )
    rows.push({ path: `K = ${K}, W = ${window}`, credence: ours, peers: medians })
  }
  peers?.stop()
  return rows
}

const about =
  'predict and update of all K experts together, d = 10, in steady state. «literal» is the paper’s appendix in numpy; «tuned» the same recursion with ring slots and BLAS in place; both on one core, as Credence is, and «all cores» where BLAS may use as many as it likes.'

export const gpSmall = {
  title: 'Gaussian processes',
  about,
  unit: 'µs a round',
  measure: () => measure(18, [100, 250, 500], ['literal', 'tuned', 'tuned, all cores']),
}
export const gpLarge = {
  title: 'Gaussian processes, W = 1000',
  about,
  unit: 'µs a round',
  measure: () => measure(18, [1000], ['literal', 'tuned', 'tuned, all cores']),
}
export const gpSizes = {
  title: 'Gaussian processes, other numbers of experts',
  about,
  unit: 'µs a round',
  measure: async () => [
    ...(await measure(1, [250, 500, 1000], ['tuned', 'tuned, all cores'])),
    ...(await measure(6, [250, 500, 1000], ['tuned', 'tuned, all cores'])),
    ...(await measure(50, [250, 500], ['tuned', 'tuned, all cores'])),
  ],
}

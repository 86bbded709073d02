import fc from 'fast-check'

// The same cases every time, so that a red test is about the change at hand. FC_SEED explores others, FC_RUNS fewer or more.
const runs = process.env.FC_RUNS
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1), ...(runs ? { numRuns: Number(runs) } : {}) })

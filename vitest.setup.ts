import fc from 'fast-check'

// The same cases every time, so that a red test is about the change at hand. FC_SEED explores others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })

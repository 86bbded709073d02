// What the best expert, combination or sequence would have lost, once all outcomes are known.
export * from '../oracles/index.ts'

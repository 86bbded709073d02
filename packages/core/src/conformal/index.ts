export { type AciOptions, aci } from './aci.ts'
export { type BayesAciOptions, bayesAci, type ThresholdState } from './bayesAci.ts'

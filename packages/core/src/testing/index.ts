export { BrokenContract, type Clause } from './clause.ts'
export { type LossContractOptions, lossContract } from './lossContract.ts'
export { type MetaContractOptions, metaContract } from './metaContract.ts'
export { type ModelContractOptions, modelContract } from './modelContract.ts'
export { type PanelContractOptions, panelContract } from './panelContract.ts'
export {
  type Follower,
  type IntervalReport,
  intervalReport,
  oracleScore,
} from './residuals/intervalReport.ts'
export { RESIDUAL_KINDS } from './residuals/kinds.ts'
export type { ResidualGroup, ResidualKind, Residuals } from './residuals/residualKind.ts'
export { residualStream } from './residuals/residualStream.ts'

export { BrokenContract, type Clause } from './clause.ts'
export { type LossContractOptions, lossContract } from './lossContract.ts'
export { type MetaContractOptions, metaContract } from './metaContract.ts'
export { type PanelContractOptions, panelContract } from './panelContract.ts'

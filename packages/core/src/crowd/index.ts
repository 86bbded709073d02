export { Crowd, type CrowdKeeping, crowd } from './crowd.ts'
export { type KeyInput, type KeyIssued, KeyModel, type KeyState } from './keyModel.ts'

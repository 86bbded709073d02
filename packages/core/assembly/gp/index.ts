export {
  growingAbsorb,
  growingBytes,
  growingCreate,
  growingFree,
  growingObserve,
  growingPredict,
  growingPush,
  growingReserve,
} from './growing'
export { windowCreate } from './layout'
export { free, sizeOf } from './memory'
export { windowRebuild } from './rebuild'
export { kernelsOf, pointsOf, priorsOf, settingsOf, strideOf } from './state'
export { windowLoad, windowObserve, windowPredict, windowReset } from './window'

export { growingAbsorb, growingObserve, growingPredict, growingReset } from './growing'
export { setup } from './setup'
export { windowInit, windowLoad, windowObserve, windowPredict, windowRebuild, windowReset } from './window'

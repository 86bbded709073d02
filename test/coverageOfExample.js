import { AutoModel } from '../packages/core/dist/auto/autoModel.js'
import { ConformalModel } from '../packages/core/dist/conformal/conformalModel.js'
import { Fleet } from '../packages/core/dist/conformal/fleet.js'
import { countCoverage } from './coverageCount.js'

/** Loaded before an example (`node --import`): when it ends, says to stderr how often its intervals covered. */
const counts = countCoverage({ ConformalModel, AutoModel, Fleet })
process.on('exit', () => console.error(`coverage: ${JSON.stringify(counts())}`))

import type { comparisonPage as Compare } from './comparisonPage.ts'
import type { forecastPage as Forecast } from './forecastPage.ts'
import type { reportPage as Report } from './page.ts'

// Pages and their pictures are loaded when one is made: most runs make none.

export const comparisonPage: typeof Compare = async (...given) =>
  (await import('./comparisonPage.ts')).comparisonPage(...given)

export const forecastPage: typeof Forecast = async (...given) =>
  (await import('./forecastPage.ts')).forecastPage(...given)

export const reportPage: typeof Report = async (...given) => (await import('./page.ts')).reportPage(...given)

const PREDICT =
  'To forecast what comes after the last row, use credence forecast FILE; to test on the rows of the file, use credence run FILE'
/** What other programs call what `credence` does. */
const CALLED: Readonly<Record<string, string>> = {
  predict: PREDICT,
  prediction: PREDICT,
  predictions: PREDICT,
  fit: 'No training comes first: credence run FILE learns as it forecasts',
  train: 'No training comes first: credence run FILE learns as it forecasts',
  learn: 'Use credence run FILE, which learns as it forecasts',
  evaluate: 'Use credence run FILE, which judges its forecasts, or credence compare for several recipes',
  backtest: 'Use credence run FILE, which judges its forecasts, or credence compare for several recipes',
  score:
    'Use credence run FILE, which judges its forecasts; or credence judge FILE FORECASTS for files that credence forecast wrote',
  plot: 'Use credence run FILE --report page.html, which writes a page with charts',
  report: 'Use credence run FILE --report page.html, which writes a page with charts',
}

/** A hint for a word in the place of a command that is none of ours; undefined where there is nothing to say. */
export function otherCommand(word: string | undefined, known: readonly string[]): string | undefined {
  if (word === undefined || word.startsWith('-') || known.includes(word)) return undefined
  const hint = Object.hasOwn(CALLED, word) ? CALLED[word] : undefined
  if (hint !== undefined) return `there is no command ${JSON.stringify(word)}. ${hint}`
  return /\.\w+(?:\.gz)?$/.test(word)
    ? `${JSON.stringify(word)} is not a command: did you mean credence run ${word}?`
    : undefined
}

/** Options of one command for what another one calls otherwise. */
const MEANT: Readonly<Record<string, string>> = {
  'forecast --ahead': '--steps says how many rows after the last are forecast',
}

/** What was probably meant by an option that only another command has. */
export function otherOption(command: string | undefined, option: string | undefined): string | undefined {
  const meant = MEANT[`${command} ${option}`]
  return meant && `unknown option '${option}': ${meant}`
}

/** What other programs call what `credence` does. */
const CALLED: Readonly<Record<string, string>> = {
  predict:
    'run DATA forecasts every row of a file from the rows above it, forecast DATA the rows after its end',
  fit: 'run DATA learns along a file and forecasts each row before it is learnt: there is no step before it',
  train:
    'run DATA learns along a file and forecasts each row before it is learnt: there is no step before it',
  learn: 'run DATA learns along a file and forecasts each row before it is learnt',
  evaluate: 'run DATA judges every forecast of a file, compare RECIPE … DATA several recipes',
  backtest: 'run DATA judges every forecast of a file, compare RECIPE … DATA several recipes',
  plot: 'run DATA --report page.html writes a page with charts',
  report: 'run DATA --report page.html writes a page with charts',
}

/** A hint for a word in the place of a command that is none of ours; undefined where there is nothing to say. */
export function otherCommand(word: string | undefined, known: readonly string[]): string | undefined {
  if (word === undefined || word.startsWith('-') || known.includes(word)) return undefined
  const hint = Object.hasOwn(CALLED, word) ? CALLED[word] : undefined
  if (hint !== undefined) return `there is no command ${JSON.stringify(word)}: credence ${hint}`
  return /\.\w+(?:\.gz)?$/.test(word)
    ? `${JSON.stringify(word)} stands where a command is expected: did you mean credence run ${word}?`
    : undefined
}

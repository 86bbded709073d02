import { styleText } from 'node:util'

/** How words look at a terminal: never the only sign of anything. */
export interface Style {
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
  readonly alert: (text: string) => string
}

const same = (text: string): string => text

/** For files, pipes and readers without colours. */
export const PLAIN: Style = { strong: same, faint: same, alert: same }

const COLOURED: Style = {
  strong: (text) => styleText('bold', text),
  faint: (text) => styleText('dim', text),
  alert: (text) => styleText('yellow', text),
}

/** Colours where the stream is a terminal that has them and `NO_COLOR` does not refuse; `FORCE_COLOR` wins over both. */
export function styleOf(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>,
  env: NodeJS.ProcessEnv = process.env,
): Style {
  const { FORCE_COLOR: force, NO_COLOR: refused = '' } = env
  if (force !== undefined) return force === '0' || force === 'false' ? PLAIN : COLOURED
  return stream.isTTY && refused === '' && stream.hasColors(16, env) ? COLOURED : PLAIN
}

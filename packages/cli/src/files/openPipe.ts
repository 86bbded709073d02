import { closeSync, constants, open, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** Milliseconds between two knocks. */
const BETWEEN = 50

/**
 * The descriptor of a named pipe, which waits until its other end is opened.
 *
 * The wait holds a thread that nothing can stop and without which the process does not end: at the signal we open the
 * other end ourselves, and the wait is over.
 */
export async function openPipe(
  path: string,
  mode: 'r' | 'w',
  signal: AbortSignal | undefined,
): Promise<number> {
  signal?.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  const onAbort = (): void => {
    knock(path, mode)
    timer = setInterval(() => knock(path, mode), BETWEEN)
  }
  signal?.addEventListener('abort', onAbort)
  let descriptor: number
  try {
    descriptor = await promisify(open)(path, mode)
  } finally {
    signal?.removeEventListener('abort', onAbort)
    clearInterval(timer)
  }
  if (signal?.aborted) closeSync(descriptor)
  signal?.throwIfAborted()
  return descriptor
}

/** Opens the other end for a moment; where no program waits yet, the next knock is for it. */
function knock(path: string, mode: 'r' | 'w'): void {
  const other = mode === 'r' ? constants.O_WRONLY : constants.O_RDONLY
  try {
    closeSync(openSync(path, other | constants.O_NONBLOCK))
  } catch {}
}

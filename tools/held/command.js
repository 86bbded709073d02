import { fileURLToPath } from 'node:url'

/** The command line of this repository. */
export const bin = fileURLToPath(new URL('../../packages/cli/bin/credence.js', import.meta.url))

/** The code with which a process ends; null if it was killed. */
export const exit = (child) => new Promise((resolve) => child.on('exit', (code) => resolve(code)))

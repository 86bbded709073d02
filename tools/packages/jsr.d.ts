/** Writes the folder that `jsr publish` runs in. */
export function writeJsr(target: string): void

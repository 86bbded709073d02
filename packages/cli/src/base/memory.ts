import { totalmem } from 'node:os'

/** Bytes of memory that there are: of the machine, or of the container if that has fewer. */
export function memoryOfMachine(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

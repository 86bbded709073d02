/** Whether a file that begins so is a save. */
export function isSave(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, 4)).toString('latin1') === 'CRDN'
}

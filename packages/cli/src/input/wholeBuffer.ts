/** All bytes of a source in one piece, for formats that are read from their end. */
export async function wholeBuffer(source: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  const whole = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole.buffer
}

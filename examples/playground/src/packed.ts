/** Characters of packed data that a link may carry: what chat programs and mail still leave whole. */
export const LONGEST = 24_000

/** Text as a part of an address: deflated, in base64 with - and _; undefined where it is too long for a link. */
export async function pack(text: string): Promise<string | undefined> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer())
  if (bytes.length * 4 > LONGEST * 3) return undefined
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What `pack` was given. */
export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (mark) => mark.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}

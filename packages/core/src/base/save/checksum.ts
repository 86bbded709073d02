/** Made when it is first needed: importing the module costs nothing. */
let table: Uint32Array | undefined

/** CRC-32 (polynomial 0xEDB88320): catches every burst of up to 32 bits. */
export function checksum(bytes: Uint8Array): number {
  table ??= crcTable()
  let crc = 0xffffffff
  for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c
  })
}

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UserError } from '../base/failure.ts'

export async function* gunzipped(
  file: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* Readable.from(file).pipe(createGunzip())
  } catch (error) {
    throw new UserError(`${name} is not a whole gzip file: ${(error as Error).message}`)
  }
}

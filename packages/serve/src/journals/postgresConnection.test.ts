import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { connectPrimary, type Primary } from './postgresConnection.ts'

let server: Server
let primary: Primary
afterEach(async () => {
  await primary.close()
  server.close()
})

/** A message of PostgreSQL: its type, its length, its body. */
function message(type: string, body: string | Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}

const READY = message('Z', 'I')

/** Speaks as much of the protocol as a query without values needs. */
async function connect(question: (socket: Socket) => void): Promise<Primary> {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]))
      socket.on('data', () => question(socket))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return connectPrimary(`postgres://a@127.0.0.1:${port}/a`, 1)
}

const answer = (socket: Socket): unknown => socket.write(Buffer.concat([message('C', 'SELECT 0\0'), READY]))

it('leaves no statement without an answer that is sent while a connection breaks', async () => {
  let broken = false
  primary = await connect((socket) => (broken ? socket.resetAndDestroy() : answer(socket)))
  broken = true
  const { query } = primary
  await expect(query('select 1', [])).rejects.toThrow('ECONNRESET')
  // The socket has told its error, and not yet its end.
  await new Promise(setImmediate)
  const meanwhile = query('select 2', [])
  broken = false
  await expect(meanwhile).rejects.toThrow('CONNECTION')
  await expect(query('select 3', [])).resolves.toEqual([])
})

it('asks in turns where there are more questions than connections', async () => {
  let asked = 0
  let most = 0
  primary = await connect((socket) => {
    most = Math.max(most, ++asked)
    setImmediate(() => {
      asked--
      answer(socket)
    })
  })
  await Promise.all(Array.from({ length: 20 }, () => primary.query('select 1', [])))
  expect(most).toBe(1)
})

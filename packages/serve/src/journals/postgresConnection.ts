import postgres from 'postgres'

type Row = Record<string, unknown>

export interface Query {
  (text: string, values: readonly (string | number)[]): Promise<Row[]>
  /** Several statements at once, without values. */
  script(text: string): Promise<void>
}

export interface Primary {
  readonly query: Query
  close(): Promise<void>
}

/** The server that takes writes, among those named; looked for again whenever the connection is lost. */
export async function connectPrimary(urls: string, connections: number): Promise<Primary> {
  const hosts = urls.split(',')
  let at = 0
  let pool = open(hosts[0] as string, connections)
  let moving: Promise<void> | undefined

  const findPrimary = async (): Promise<void> => {
    for (let tries = 0; tries < 50 * hosts.length; tries++) {
      try {
        const [row] = await pool.unsafe('select pg_is_in_recovery() as standby')
        if (!row?.standby) return
      } catch (error) {
        if (hosts.length === 1 && tries > 2) throw error
      }
      await pause(Math.min(100 * (tries + 1), 1000))
      const old = pool
      at = (at + 1) % hosts.length
      pool = open(hosts[at] as string, connections)
      void old.end({ timeout: 0 }).catch(() => {})
    }
    throw new Error('none of the databases named takes writes')
  }
  // One search for all who ask.
  const move = (): Promise<void> => {
    moving ??= findPrimary().finally(() => {
      moving = undefined
    })
    return moving
  }

  const query = async (text: string, values: readonly (string | number)[]): Promise<Row[]> => {
    if (moving) await moving
    try {
      return await pool.unsafe(text, [...values], { prepare: true })
    } catch (error) {
      if (hosts.length > 1 && isLost(error)) await move().catch(() => {})
      throw error
    }
  }
  query.script = async (text: string): Promise<void> => {
    await pool.unsafe(text).simple()
  }
  await move()
  return { query, close: () => pool.end({ timeout: 5 }) }
}

function open(url: string, connections: number): postgres.Sql {
  return postgres(url, {
    max: connections,
    connect_timeout: 5,
    // Types of arrays are not needed: lists travel as JSON text.
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'credence' },
  })
}

/** A connection that broke, a server that shuts down or starts, or one that became a standby. */
function isLost(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? ''
  return /^(08|57P0|25006)|^(E[A-Z]+|CONNECT)/.test(code) || code.startsWith('CONNECTION')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

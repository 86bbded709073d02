const PATIENCE = 10_000

/** Sends a body to another service, and returns the status of its answer. It follows no redirect. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array<ArrayBuffer>,
  { send = fetch, patience = PATIENCE }: { readonly send?: typeof fetch; readonly patience?: number } = {},
): Promise<number> {
  const response = await send(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  await response.body?.cancel()
  return response.status
}

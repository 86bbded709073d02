import { Client } from '@credence/client'
import { signal } from '@preact/signals'

const KEPT = 'credence-token'

/** The token of this tab; it goes when the tab goes. */
export const token = signal(sessionStorage.getItem(KEPT) ?? '')
/** Whether the service asked for a token. */
export const locked = signal(false)

export function useToken(text: string): void {
  sessionStorage.setItem(KEPT, text)
  token.value = text
  locked.value = false
}

export function client(): Client {
  const given = token.value
  return new Client({ url: location.origin, retries: 2, ...(given === '' ? {} : { token: given }) })
}

/** Runs a request; a 401 asks for a token, anything else is said at the foot of the page. */
export async function ask<T>(work: (client: Client) => Promise<T>): Promise<T | undefined> {
  try {
    const answer = await work(client())
    failure.value = ''
    return answer
  } catch (error) {
    const { status, message } = error as { status?: number; message: string }
    if (status === 401) locked.value = true
    else failure.value = status === undefined ? 'the service does not answer' : message
    return undefined
  }
}

export const failure = signal('')

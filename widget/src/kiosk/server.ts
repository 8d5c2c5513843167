/** The calls of a kiosk; its token goes along, and with it the cookie that no script reads. */
import { ApiError, headersFor, NetworkError } from '../api'
import type { Balance, CheckedIn, Kiosk, Party, PaymentCode, Question } from './types'

const DEVICE = 'outfitter_device'

/** The token of this tablet, if staff paired it. */
export function deviceToken(): string | null {
  try {
    return localStorage.getItem(DEVICE)
  } catch {
    return null
  }
}

async function send(path: string, token: string, more: RequestInit & { headers: Record<string, string> }): Promise<Response> {
  const headers = { ...more.headers, 'X-Outfitter-Device': token }
  try {
    return await fetch(path, { ...more, headers })
  } catch (error) {
    throw new NetworkError(path, { cause: error })
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as object)
  return answer as T
}

const call = async <T>(what: string, token: string, body: object = {}): Promise<T> =>
  answerOf(await send(`/api/kiosk/${what}`, token, { method: 'POST', headers: headersFor(true, {}), body: JSON.stringify(body) }))

export const open = (token: string): Promise<Kiosk> => call('open', token)
export const find = (token: string, asked: Question): Promise<Party> => call('find', token, asked)
export const partyOf = (token: string, key: string): Promise<Party> => call('party', token, { key })
export const sign = (token: string, key: string): Promise<unknown> => call('sign', token, { key })
export const leave = (token: string, pin: string): Promise<unknown> => call('leave', token, { pin })
export const checkIn = (token: string, key: string, ids: number[], action: string): Promise<CheckedIn> =>
  call('checkIn', token, { key, booking_ids: ids, client_action_id: action })
export const pay = (token: string, key: string): Promise<PaymentCode> => call('pay', token, { key })

/** What is left to pay and its tag; null as long as it is what the tag stands for. */
export async function balanceOf(token: string, key: string, tag: string): Promise<{ balance: Balance; tag: string } | null> {
  const path = `/api/kiosk/balance/get?${new URLSearchParams({ key })}`
  const response = await send(path, token, { headers: headersFor(false, { tag }) })
  if (response.status === 304) return null
  return { balance: await answerOf<Balance>(response), tag: response.headers.get('etag') ?? '' }
}

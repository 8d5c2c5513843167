/** The calls of a kiosk; its token goes along, and with it the cookie that no script reads. */
import { ApiError, headersFor, NetworkError } from '../api'
import type { CheckedIn, Kiosk, Party, Question } from './types'

const DEVICE = 'outfitter_device'

/** The token of this tablet, if staff paired it. */
export function deviceToken(): string | null {
  try {
    return localStorage.getItem(DEVICE)
  } catch {
    return null
  }
}

async function call<T>(what: string, token: string, body: object = {}): Promise<T> {
  const path = `/api/kiosk/${what}`
  const headers = { ...headersFor(true, {}), 'X-Outfitter-Device': token }
  let response: Response
  try {
    response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  } catch (error) {
    throw new NetworkError(path, { cause: error })
  }
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as object)
  return answer as T
}

export const open = (token: string): Promise<Kiosk> => call('open', token)
export const find = (token: string, asked: Question): Promise<Party> => call('find', token, asked)
export const partyOf = (token: string, key: string): Promise<Party> => call('party', token, { key })
export const sign = (token: string, key: string): Promise<unknown> => call('sign', token, { key })
export const leave = (token: string, pin: string): Promise<unknown> => call('leave', token, { pin })
export const checkIn = (token: string, key: string, ids: number[], action: string): Promise<CheckedIn> =>
  call('checkIn', token, { key, booking_ids: ids, client_action_id: action })

/** The calls of the signing page. */
import { ApiError, NetworkError, headersFor } from '../api'
import type { Act, Checked, Portal, Shown, Signed } from './types'

const DEVICE = 'outfitter_device'

/** The token of this tablet, if staff registered it; the address that brings it is opened once. */
export function deviceToken(search: string): string | null {
  const given = new URLSearchParams(search).get('device')
  try {
    if (given) localStorage.setItem(DEVICE, given)
    return localStorage.getItem(DEVICE)
  } catch {
    return given
  }
}

async function call<T>(path: string, token: string | null, body?: unknown): Promise<T> {
  const headers = { ...headersFor(body !== undefined, {}), ...(token && { 'X-Outfitter-Device': token }) }
  let response: Response
  try {
    response = await fetch(path, { method: body === undefined ? 'GET' : 'POST', headers, body: body === undefined ? null : JSON.stringify(body) })
  } catch (error) {
    throw new NetworkError(path, { cause: error })
  }
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as object)
  return answer as T
}

/** Where what can be signed is asked for: with a trip's hash what its guests have to sign, without one all. */
export const portalAddress = (hash: string | null, locale: string): string =>
  `/api/waiverPortal/init?${new URLSearchParams({ locale, ...(hash && { hash }) })}`

export const openPortal = (hash: string | null, locale: string): Promise<Portal> => call<Portal>(portalAddress(hash, locale), null)

export const openShown = (token: string, locale: string): Promise<Shown> =>
  call<Shown>(`/api/waiverPortal/shown?${new URLSearchParams({ locale })}`, token)

export const openCheck = (proof: string): Promise<Checked> => call<Checked>(`/api/waiver/${proof}/verify`, null)

export const sendAct = (act: Act, token: string | null): Promise<Signed> =>
  call<{ waiver: Signed }>(`/api/waiver/${act.template_id}/sign`, token, act).then(({ waiver }) => waiver)

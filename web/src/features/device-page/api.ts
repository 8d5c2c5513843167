import type { CounterSeller, DeviceState, Paired, PrintData } from '@/api/device-models'

/** A refusal of the office: what a device was told. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code)
  }
}

/** Nobody is signed in here: the token, and the cookie that binds it to this browser, are the key. */
async function call<T>(path: string, token: string | null, body?: object): Promise<T> {
  const answer = await fetch(path, {
    method: body ? 'POST' : 'GET',
    credentials: 'same-origin',
    headers: {
      'Content-Type': 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      ...(token && { 'X-Outfitter-Device': token }),
    },
    body: body && JSON.stringify(body),
  })
  const said = (await answer.json().catch(() => ({}))) as { code?: string }
  if (!answer.ok) throw new Refusal(answer.status, said.code ?? '')
  return said as T
}

export const pair = (code: string, name: string) =>
  call<Paired>('/api/device/pair', null, { code, name, platform: platform() })
export const stateOf = (token: string, showing: string) =>
  call<DeviceState>(`/api/device/state/get?showing=${showing}`, token)
export const sellersOf = (token: string) => call<{ sellers: CounterSeller[] }>('/api/device/sellers/get', token)
export const signIn = (token: string, user_avatar_id: number, pin: string) =>
  call<{ id: number; name: string }>('/api/device/signIn', token, { user_avatar_id, pin })
export const claim = (token: string) => call<{ job: PrintData | null }>('/api/device/printJobs/claim', token, {})
export const end = (token: string, job: { id: number; claim: string }, ending: string, error = '') =>
  call(`/api/device/printJob/${job.id}/ended`, token, { claim: job.claim, ending, error })

const platform = () => navigator.userAgent.match(/\(([^;)]+)/)?.[1]?.slice(0, 40) ?? ''

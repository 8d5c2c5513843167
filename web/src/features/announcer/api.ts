const header = 'X-Outfitter-Device'

export type Part = { language: string; text: string }
export type Announcement = {
  id: number
  parts: Part[]
  repeat_cnt: number
  pause_seconds: number
  has_chime: boolean
  volume: number
}
export type Heard = { device_name: string; is_stopped: boolean; announcement: Announcement | null }
export type Ending = 'played' | 'stopped' | 'failed'
export type SpokenBy = 'browser' | 'provider'

/** Nobody is signed in here: the device's token is the key, with the cookie that binds it to this browser. */
const send = (token: string, path: string, body?: object) =>
  fetch(path, {
    method: body ? 'POST' : 'GET',
    credentials: 'same-origin',
    headers: { [header]: token, 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: body && JSON.stringify(body),
  })

/** The token opens nothing here, or no longer. */
export class UnknownDevice extends Error {}

export async function listen(token: string, playing: number | null): Promise<Heard> {
  const answer = await send(token, '/api/device/listen', { playing })
  if (answer.status === 403 || answer.status === 409) throw new UnknownDevice()
  if (!answer.ok) throw new Error(String(answer.status))
  return (await answer.json()) as Heard
}

export const tellHeard = (token: string, id: number, status: Ending, spoken_by: SpokenBy | null) =>
  send(token, `/api/device/announcement/${id}/heard`, { status, spoken_by })

/** A part as a provider speaks it; null where the browser has to. */
export async function soundOf(token: string, id: number, part: number): Promise<ArrayBuffer | null> {
  try {
    const answer = await send(token, `/api/device/announcement/${id}/sound?part=${part}`)
    return answer.ok ? await answer.arrayBuffer() : null
  } catch {
    return null
  }
}

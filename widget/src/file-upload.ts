/** Files that people send as answers: what is taken, and how one goes to the server. */
import { ApiError, headersFor, NetworkError, type ErrorBody } from './api'

export const FILE_TYPES = 'application/pdf,image/jpeg,image/png,image/webp,image/heic'
export const MOST_BYTES = 10 * 1024 * 1024

export async function postFile<Answer>(path: string, file: File): Promise<Answer> {
  const headers = headersFor(true, {})
  // The browser names the kind itself, with what its parts are divided by.
  delete headers['Content-Type']
  const body = new FormData()
  body.append('file', file)
  const response = await fetch(path, { method: 'POST', headers, body }).catch((cause: unknown) => {
    throw new NetworkError(path, { cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Partial<ErrorBody>)
  return answer as Answer
}

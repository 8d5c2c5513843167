import { csrfToken, ApiError, offlineError, type ErrorBody } from '@/api/client'

/** Send a picture; `onSent` hears how much of it has left, from 0 to 1. */
export function sendPicture<T>(path: string, file: File, onSent?: (share: number) => void) {
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest() // fetch does not tell how far an upload is
    request.open('POST', path)
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    request.setRequestHeader('X-CSRFToken', csrfToken() ?? '')
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onSent?.(event.loaded / event.total)
    request.onerror = () => reject(offlineError())
    request.onload = () => {
      if (request.status === 200) return resolve(request.response as T)
      const body = (request.response ?? {}) as Partial<ErrorBody>
      reject(new ApiError(request.status, { code: '', message: request.statusText, detail: {}, ...body }))
    }
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

/** Why a picture was not taken: the server's sentence about the file, or null for what is no refusal of it. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return null
  return Object.values(error.fields).flat().join(' ') || null
}

import { ApiError } from '@/api/client'

/** The same refusal with a sentence of ours; the server's own where there is none. */
export function said(error: unknown, text: string): unknown {
  if (!(error instanceof ApiError) || error.code === 'validation_failed') return error
  return new ApiError(error.status, { code: 'refused', message: text, detail: error.detail })
}

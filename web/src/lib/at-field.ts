import { ApiError } from '@/api/client'

/** A refusal with a code of its own as a message at the field it is about; anything else as it came. */
export function atField(error: unknown, code: string, field: string, message: string): unknown {
  if (!(error instanceof ApiError) || error.code !== code) return error
  const detail = { ...error.detail, fields: { [field]: [message] } }
  return new ApiError(error.status, { code: 'validation_failed', message, detail })
}

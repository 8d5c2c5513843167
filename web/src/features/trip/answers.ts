import type { FieldValue } from './types'

/** Answers to the operator's questions, by the number of the question. */
export type Answers = Record<string, unknown>

/** What may be uploaded as an answer. */
export const fileTypes = 'application/pdf,image/jpeg,image/png,image/webp,image/heic'

/** The file that an answer names, if it names one. */
export function fileOf(value: unknown): { id: string; name: string } | null {
  const isFile = typeof value === 'object' && value !== null && 'id' in value && 'name' in value
  return isFile ? (value as { id: string; name: string }) : null
}

export const answersOf = (values: readonly FieldValue[]): Answers =>
  Object.fromEntries(values.map((one) => [String(one.custom_field_id), one.value ?? null]))

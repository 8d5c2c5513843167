import type { FieldValue } from './types'

/** Answers to the operator's questions, by the number of the question. */
export type Answers = Record<string, unknown>

export const answersOf = (values: readonly FieldValue[]): Answers =>
  Object.fromEntries(values.map((one) => [String(one.custom_field_id), one.value ?? null]))

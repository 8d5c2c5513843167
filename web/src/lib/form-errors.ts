import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '@/api/client'

/**
 * Sort a 422's messages: those for fields the form shows, and the rest.
 *
 * A message for a part the form does not show ("customerTypes.0.label") goes to the nearest shown
 * field around it ("customerTypes"), so that none is swallowed.
 */
export function sortFieldErrors(fields: Record<string, string[]>, shown: readonly string[]) {
  const byField: Record<string, string> = {}
  const rest: string[] = []
  for (const [name, messages] of Object.entries(fields)) {
    const field = nearest(name.replace(/^body\./, ''), shown)
    if (field) byField[field] ??= messages.join(' ')
    else rest.push(...messages)
  }
  return { byField, rest }
}

function nearest(name: string, shown: readonly string[]): string | undefined {
  const parts = name.split('.')
  for (let length = parts.length; length > 0; length--) {
    const pattern = parts.slice(0, length).join('.')
    const general = pattern.replace(/\.\d+(?=\.|$)/g, '.*')
    if (shown.includes(pattern) || shown.includes(general)) return pattern
  }
  return undefined
}

/** Show a refusal at the fields it is about; the messages that belong to none are returned. */
export function showFieldErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  shown: readonly string[],
) {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return null
  const { byField, rest } = sortFieldErrors(error.fields, shown)
  Object.entries(byField).forEach(([name, message], index) =>
    form.setError(name as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 }),
  )
  return rest
}

import type { PluginField, PluginValues } from '@/api/models'

export type Values = Record<string, string | number | boolean | null>

/** What the form starts with; a secret starts empty, which leaves it as it is. */
export const valuesOf = (fields: PluginField[]): Values =>
  Object.fromEntries(
    fields.map((field) => [field.name, field.is_secret ? '' : (field.value ?? (field.kind === 'bool' ? false : ''))]),
  )

/** What is sent: a secret that was not typed is null (kept), one to be forgotten is "". */
export function bodyOf(fields: PluginField[], values: Values, forgotten: readonly string[]): PluginValues {
  return Object.fromEntries(
    fields.map((field) => {
      const value = values[field.name] ?? null
      if (!field.is_secret) return [field.name, value]
      return [field.name, value === '' ? (forgotten.includes(field.name) ? '' : null) : value]
    }),
  )
}

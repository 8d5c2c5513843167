import { get, set, type FieldErrors, type ResolverResult } from 'react-hook-form'
import type { Problem, TemplateValues } from './model'

/** What a form is told of its values: fine, or what is wrong with which field. */
export function resolved(values: TemplateValues, problems: readonly Problem[]): ResolverResult<TemplateValues> {
  if (problems.length === 0) return { values, errors: {} }
  const errors: FieldErrors<TemplateValues> = {}
  for (const { name, rule } of problems) {
    const known = get(errors, name) as object | undefined
    set(errors, name, { ...known, type: rule, message: rule })
  }
  return { values: {}, errors }
}

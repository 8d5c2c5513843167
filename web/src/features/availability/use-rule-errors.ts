'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { sortFieldErrors } from '@/lib/form-errors'
import { shownFields } from './components/rule-form'
import { problemsOf, type RuleValues } from './values'

/** What is wrong with a rule, in sentences by field: what the form sees itself comes before the server's answer. */
export function useRuleErrors(values: RuleValues, error: Error | null): Record<string, string> {
  const t = useTranslations('availability')
  const own = Object.entries(problemsOf(values)).flatMap(([field, problem]) =>
    problem ? [[field, t(`problem_${problem}`)] as const] : [],
  )
  if (own.length) return Object.fromEntries(own)
  return error instanceof ApiError ? sortFieldErrors(error.fields, shownFields).byField : {}
}

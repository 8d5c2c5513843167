'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { toast } from '@/lib/toast'
import { saveTemplate, templateQuery, templatesQuery } from './api'
import type { TemplateFull } from './types'
import { bodyOf, formOf, lacks, ownLocales, type TemplateValues } from './values'

type Form = UseFormReturn<TemplateValues>

/** Puts at their fields what words lack; returns the language to show it in. */
function showLacks(form: Form, template: TemplateFull, values: TemplateValues): string | null {
  let first: string | null = null
  for (const locale of ownLocales(values, template)) {
    const text = values.texts[locale]
    for (const field of text ? lacks(text, values.channel) : []) {
      form.setError(`texts.${locale}.${field}` as FieldPath<TemplateValues>, { type: 'required', message: 'required' })
      first ??= locale
    }
  }
  if (!values.name.trim()) form.setError('name', { type: 'required', message: 'required' })
  return first
}

type Props = { form: Form; template: TemplateFull; main: string; show: (locale: string) => void }

/** Keeps a template as a new version. What is wrong is shown in the language it is wrong in. */
export function useSaveTemplate({ form, template, main, show }: Props) {
  const t = useTranslations('templateEditor')
  const queries = useQueryClient()
  const save = useMutation({ mutationFn: (values: TemplateValues) => saveTemplate(bodyOf(values, template)) })
  const submit = form.handleSubmit((values) => {
    const wrong = showLacks(form, template, values)
    if (wrong) show(wrong)
    if (wrong || !values.name.trim()) return undefined
    return save
      .mutateAsync(values)
      .then((saved) => {
        toast.success(t('saved'))
        form.reset(formOf(saved, main))
        queries.setQueryData(templateQuery(saved.id).queryKey, saved)
        void queries.invalidateQueries({ queryKey: templatesQuery.queryKey })
        void queries.invalidateQueries({ queryKey: [...templateQuery(saved.id).queryKey, 'versions'] })
      })
      .catch(() => undefined)
  })
  return { save, submit, problem: save.error }
}

/** Whether somebody else saved the template while it was open here. */
export const isOutrun = (error: Error | null) => error instanceof ApiError && error.code === 'stale_version'

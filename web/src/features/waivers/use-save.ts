'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { saveTemplate, templateQuery, templatesQuery } from './api'
import { bodyOf, formOf, problemsOf, type TemplateValues } from './model'

const shown = ['name', 'kind', 'requires', 'valid_days', 'questions.*.options']

/** Keeps a waiver. What is wrong is shown in the language it is wrong in; `rest` is what belongs to no field. */
export function useSave(form: UseFormReturn<TemplateValues>, show: (locale: string) => void) {
  const t = useTranslations('waiverTemplates')
  const queries = useQueryClient()
  const go = useGo()
  const [rest, setRest] = useState<string[]>([])
  const save = useMutation({ mutationFn: (values: TemplateValues) => saveTemplate(bodyOf(values)) })
  const submit = form.handleSubmit(
    (values) =>
      save
        .mutateAsync(values)
        .then(({ waiverTemplate, versions }) => {
          toast.success(t('saved', { n: waiverTemplate.current_version }))
          form.reset(formOf(waiverTemplate, waiverTemplate.locale))
          queries.setQueryData(templateQuery(waiverTemplate.id).queryKey, { waiverTemplate, versions })
          void queries.invalidateQueries({ queryKey: templatesQuery.queryKey })
          if (!values.id) go('waiverTemplateEdit', { waiverTemplate: String(waiverTemplate.id) }, { replace: true })
        })
        .catch((error: unknown) => setRest(showFieldErrors(form, error, shown) ?? [])),
    () => {
      const values = form.getValues()
      const [first] = problemsOf(values)
      if (first && first.name !== 'name') show(first.locale)
    },
  )
  return { save, submit, rest }
}

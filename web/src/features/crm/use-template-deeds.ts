'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { activateTemplate, archiveTemplate, cloneTemplate, resetTemplate, templateQuery, templatesQuery } from './api'
import type { TemplateFull } from './types'
import { formOf, type TemplateValues } from './values'

/** A copy of a template, an end or a new beginning to its use, and back to what ships. */
export function useTemplateDeeds(template: TemplateFull, main: string) {
  const form = useFormContext<TemplateValues>()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: templateQuery(template.id).queryKey }),
      queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
    ])
  const errorText = useErrorText()
  const onError = (error: Error) => void toast.error(errorText(error))
  const activate = useMutation({ mutationFn: () => activateTemplate(template.id), onError, onSuccess: refresh })
  const reset = useMutation({
    mutationFn: () => resetTemplate(template.id),
    onError,
    onSuccess: (shipped) => {
      form.reset(formOf(shipped, main))
      void refresh()
    },
  })
  const onArchived = useArchived(template, () => activate.mutate())
  const archive = useMutation({
    mutationFn: () => archiveTemplate(template.id),
    onError,
    onSuccess: () => {
      void refresh()
      onArchived()
    },
  })
  const clone = useMutation({
    mutationFn: () => cloneTemplate(template.id),
    onError,
    onSuccess: useCloned(form.formState.isDirty),
  })
  return { clone, archive, activate, reset }
}

/** Back to the list, with a way to take it back. */
function useArchived(template: TemplateFull, onUndo: () => void) {
  const t = useTranslations('templateEditor')
  const common = useTranslations('common')
  const go = useGo()
  return () => {
    toast(t('archived', { name: template.name }), { action: { label: common('undo'), onClick: onUndo } })
    go('crmSettings', { tab: 'templates' })
  }
}

/** On to the copy; it says what was saved, not what is being typed. */
function useCloned(isDirty: boolean) {
  const t = useTranslations('templateEditor')
  const queries = useQueryClient()
  const go = useGo()
  return (made: TemplateFull) => {
    void queries.invalidateQueries({ queryKey: templatesQuery.queryKey })
    toast.success(t(isDirty ? 'clonedSaved' : 'cloned'))
    go('templateEdit', { template: String(made.id) })
  }
}

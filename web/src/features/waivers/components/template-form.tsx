'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { WaiverTemplate } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import { useGo } from '@/lib/use-go'
import * as rules from '@/lib/rules'
import { archiveTemplate, restoreTemplate, saveTemplate, templateQuery, templatesQuery } from '../api'
import { bodyOf, formOf, type TemplateValues } from '../model'
import { TemplateFields } from './template-fields'

const schema = z.looseObject({
  name: rules.name(120),
  text: rules.name(20_000),
})
const shown = ['name', 'kind', 'locale', 'requires', 'valid_days', 'text']

/** The waiver as people write it; another text is kept as a new version. */
export function TemplateForm({ template }: { template?: WaiverTemplate }) {
  const t = useTranslations('waiverTemplates')
  const common = useTranslations('common')
  const form = useForm<TemplateValues>({
    defaultValues: formOf(template),
    resolver: zodResolver(schema) as never,
  })
  const draft = useDraft(form)
  const { save, submit } = useSave(form)
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit}>
        <Card>
          <div className="space-y-5">
            <DraftNotice draft={draft} />
            <TemplateFields />
            {save.isError && <Failure error={save.error} />}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="primary" isPending={save.isPending}>
                {common('save')}
              </Button>
              {template && <Archive template={template} />}
            </div>
            {template && <p className="text-sm text-faint">{t('versionHint')}</p>}
          </div>
        </Card>
      </form>
    </FormProvider>
  )
}

function useSave(form: ReturnType<typeof useForm<TemplateValues>>) {
  const t = useTranslations('waiverTemplates')
  const queries = useQueryClient()
  const go = useGo()
  const save = useMutation({ mutationFn: (values: TemplateValues) => saveTemplate(bodyOf(values)) })
  const submit = form.handleSubmit((values) =>
    save
      .mutateAsync(values)
      .then((answer) => {
        toast.success(t('saved', { n: answer.waiverTemplate.current_version }))
        form.reset(formOf(answer.waiverTemplate))
        queries.setQueryData(templateQuery(answer.waiverTemplate.id).queryKey, answer)
        void queries.invalidateQueries({ queryKey: templatesQuery.queryKey })
        if (!values.id)
          go('waiverTemplateEdit', { waiverTemplate: String(answer.waiverTemplate.id) }, { replace: true })
      })
      .catch((error: unknown) => {
        const rest = showFieldErrors(form, error, shown)
        if (rest?.length) form.setError('text', { type: 'server', message: rest.join(' ') })
      }),
  )
  return { save, submit }
}

function Failure({ error }: { error: Error }) {
  return <Notice tone="bad">{useErrorText()(error)}</Notice>
}

function Archive({ template }: { template: WaiverTemplate }) {
  const t = useTranslations('waiverTemplates')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const go = useGo()
  const refresh = {
    onError: (error: Error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  }
  const restore = useMutation({ mutationFn: () => restoreTemplate(template.id), ...refresh })
  const archive = useMutation({ mutationFn: () => archiveTemplate(template.id), ...refresh })
  const leave = () => {
    toast(t('archived', { name: template.name }), {
      action: { label: common('undo'), onClick: () => restore.mutate() },
    })
    go('waiverTemplates', {})
  }
  return (
    <Button look="danger" onPress={() => archive.mutate(undefined, { onSuccess: leave })} isPending={archive.isPending}>
      {t('archive')}
    </Button>
  )
}

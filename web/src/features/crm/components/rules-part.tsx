'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { CrmSettingsOut as CrmSettings } from '@/api/models'
import { FormText, useField } from '@/components/form-fields'
import { SaveBar } from '@/components/save-bar'
import { Card } from '@/components/ui/page-header'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { TimeField } from '@/components/ui/time-field'
import { AppLink } from '@/lib/app-link'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { crmSettingsQuery, saveCrmSettings } from '../crm-api'
import { PauseCard } from './pause-card'

const shown = ['quiet_from', 'quiet_until', 'google_review_url', 'tripadvisor_review_url'] as const
type Values = Pick<CrmSettings, (typeof shown)[number] | 'version'>

const formOf = (settings: CrmSettings): Values => ({
  quiet_from: settings.quiet_from.slice(0, 5),
  quiet_until: settings.quiet_until.slice(0, 5),
  google_review_url: settings.google_review_url,
  tripadvisor_review_url: settings.tripadvisor_review_url,
  version: settings.version,
})

/** What holds for everything that goes out: the pause, the night, the sender, and where guests write reviews. */
export function RulesPart() {
  const { data, error, refetch } = useQuery(crmSettingsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-96 rounded-xl" />
  return (
    <div className="max-w-3xl space-y-6">
      <PauseCard />
      <Rules settings={data} />
    </div>
  )
}

function Rules({ settings }: { settings: CrmSettings }) {
  const t = useTranslations('crm')
  const form = useForm<Values>({ defaultValues: formOf(settings) })
  const { save, submit } = useSave(form)
  const errorText = useErrorText()
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="space-y-6">
        <Card title={t('quietTitle')}>
          <p className="pb-4 text-sm text-soft text-pretty">{t('quietText')}</p>
          <div className="grid gap-5 sm:grid-cols-2">
            <Time name="quiet_from" label={t('quietFrom')} />
            <Time name="quiet_until" label={t('quietUntil')} />
          </div>
        </Card>
        <Card title={t('reviewsTitle')}>
          <p className="pb-4 text-sm text-soft text-pretty">{t('reviewsText')}</p>
          <div className="space-y-5">
            <FormText name="google_review_url" label={t('google')} type="url" placeholder="https://" />
            <FormText name="tripadvisor_review_url" label={t('tripadvisor')} type="url" placeholder="https://" />
          </div>
        </Card>
        <Card title={t('senderTitle')}>
          <p className="text-sm text-soft text-pretty">{t('senderText')}</p>
          <AppLink
            to="general"
            params={{}}
            className="mt-2 inline-flex min-h-11 items-center font-medium text-accent underline-offset-2 hover:underline"
          >
            {t('senderLink')}
          </AppLink>
        </Card>
        <SaveBar isDirty={form.formState.isDirty} isPending={save.isPending} onReset={() => form.reset()}>
          {save.isError && <Notice tone="bad">{errorText(save.error)}</Notice>}
        </SaveBar>
      </form>
    </FormProvider>
  )
}

function useSave(form: ReturnType<typeof useForm<Values>>) {
  const t = useTranslations('crm')
  const queries = useQueryClient()
  const save = useMutation({ mutationFn: saveCrmSettings })
  const submit = form.handleSubmit((values) =>
    save
      .mutateAsync(values)
      .then((saved) => {
        toast.success(t('rulesSaved'))
        queries.setQueryData(crmSettingsQuery.queryKey, saved)
        form.reset(formOf(saved))
      })
      .catch((error: unknown) => void showFieldErrors(form, error, shown)),
  )
  return { save, submit }
}

function Time({ name, label }: { name: string; label: string }) {
  const { value, onChange, error } = useField<string>(name)
  return <TimeField label={label} value={value} onChange={(time) => time && onChange(time)} error={error} />
}

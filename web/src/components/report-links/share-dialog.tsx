'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSelect } from '@/components/form-choices'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { createLink, experiencesQuery, linksQuery, type SharedReport } from './api'
import { copyLink, ShareLink } from './share-link'

const spans = [30, 90, 365, 0] as const
const lives = [7, 30, 90, 365] as const
// 0: every experience, all the time.
type Values = { experience: number; days: number; life: number }
const FORM = 'share-report'

type Props = { report: SharedReport; text: string; onClose: () => void }

/** Links by which people without a login read the figures: made, copied, taken back. */
export function ShareDialog({ report, text, onClose }: Props) {
  const t = useTranslations('reviews')
  const common = useTranslations('common')
  const { form, create, error, isPending } = useCreate(report)
  const footer = (
    <>
      <Button onPress={onClose}>{common('close')}</Button>
      <Button type="submit" form={FORM} look="primary" isPending={isPending}>
        {t('createLink')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('share')} isOpen onClose={onClose} size="lg" footer={footer}>
      <p className="text-soft text-pretty">{text}</p>
      <FormProvider {...form}>
        <form id={FORM} noValidate onSubmit={create} className="mt-4 grid gap-4 sm:grid-cols-3">
          <Choices report={report} />
        </form>
      </FormProvider>
      {error && (
        <div className="mt-4">
          <Notice tone="bad">{error}</Notice>
        </div>
      )}
      <Links report={report} />
    </Dialog>
  )
}

function useCreate(report: SharedReport) {
  const t = useTranslations('reviews')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [error, setError] = useState('')
  const form = useForm<Values>({ defaultValues: { experience: 0, days: 365, life: 30 } })
  const create = form.handleSubmit(async ({ experience, days, life }) => {
    setError('')
    try {
      const link = await createLink({
        report,
        experience_id: experience || null,
        days: days || null,
        good_for_days: life,
      })
      await queries.invalidateQueries({ queryKey: linksQuery(report).queryKey })
      copyLink(link, t('linkCopied'), t('linkMade'))
    } catch (problem) {
      setError(errorText(problem as Error))
    }
  })
  return { form, create, error, isPending: form.formState.isSubmitting }
}

function Choices({ report }: { report: SharedReport }) {
  const t = useTranslations('reviews')
  const { data: experiences = [] } = useQuery(experiencesQuery)
  return (
    <>
      {report === 'reviews' && (
        <FormSelect
          name="experience"
          label={t('shareExperience')}
          options={[{ id: 0, name: t('everyExperience') }, ...experiences.map(({ id, name }) => ({ id, name }))]}
        />
      )}
      {report !== 'executive' && (
        <FormSelect
          name="days"
          label={t('shareSpan')}
          options={spans.map((id) => ({ id, name: id ? t('lastDays', { count: id }) : t('allTime') }))}
        />
      )}
      <FormSelect
        name="life"
        label={t('shareLife')}
        options={lives.map((id) => ({ id, name: t('forDays', { count: id }) }))}
      />
    </>
  )
}

function Links({ report }: { report: SharedReport }) {
  const t = useTranslations('reviews')
  const query = useQuery(linksQuery(report))
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton className="mt-6 h-24 rounded-xl" />
  if (query.data.length === 0) return null
  return (
    <section className="mt-6">
      <h3 className="font-semibold">{t('links')}</h3>
      <ul className="mt-2 divide-y border-y">
        {query.data.map((link) => (
          <ShareLink key={link.id} report={report} link={link} />
        ))}
      </ul>
    </section>
  )
}

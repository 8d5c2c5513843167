'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Job } from '@/api/models'
import { useJobProgress, useJobTitle } from '@/components/job-words'
import { isOpen, jobQuery } from '@/components/mass-cancel/api'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import type { Problem, RunResult } from './model'
import { useRenew } from './use-renew'
import { useProblemText } from './use-words'

/** Invoices that are being made or sent: how far it is, what came of it, who was left out and why. */
export function RunDialog({ job, onClose }: { job: number; onClose: () => void }) {
  const t = useTranslations('invoices')
  const title = useJobTitle()
  const { data, error, dataUpdatedAt, refetch } = useQuery(jobQuery(job))
  useFresh(data)
  const isRunning = !data || isOpen(data.status)
  return (
    <Dialog
      title={data ? title(data) : t('working')}
      isOpen
      onClose={onClose}
      footer={
        <Button look={isRunning ? 'secondary' : 'primary'} onPress={onClose}>
          {t(isRunning ? 'leave' : 'done')}
        </Button>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && isRunning && <Running job={data} at={dataUpdatedAt} />}
      {data && !isRunning && <Outcome job={data} />}
    </Dialog>
  )
}

/** The list grows as the work goes on, and the figures are right when it is over. */
function useFresh(job: Job | undefined) {
  const renew = useRenew()
  const done = job ? job.done_cnt + job.failed_cnt : 0
  const isOver = !!job && !isOpen(job.status)
  useEffect(() => {
    if (done > 0 || isOver) renew()
  }, [renew, done, isOver])
}

function Running({ job, at }: { job: Job; at: number }) {
  const t = useTranslations('invoices')
  const progress = useJobProgress()
  return (
    <div className="space-y-3">
      <ProgressBar
        label={t('title')}
        value={job.total_cnt === null ? null : job.done_cnt + job.failed_cnt}
        max={job.total_cnt ?? 1}
      />
      <p className="text-sm text-soft">{progress(job, at)}</p>
      <p className="text-sm text-soft text-pretty">{t('leaveText')}</p>
    </div>
  )
}

function Outcome({ job }: { job: Job }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { created_cnt = 0, sent_cnt = 0, amounts = {}, problems = [] } = job.result as RunResult
  const sums = Object.entries(amounts).map(([currency, amount]) => format.money(amount, currency))
  const rows: [string, string][] = []
  if (job.kind === 'invoices.create') rows.push([t('createdCount'), format.number(created_cnt)])
  if (sent_cnt > 0 || job.kind === 'invoices.send') rows.push([t('sentCount'), format.number(sent_cnt)])
  if (sums.length) rows.push([t('total_due'), format.list(sums)])
  return (
    <div className="space-y-4">
      {job.status === 'done' && (
        <p role="status" className="flex items-center gap-2 font-medium text-good">
          <CircleCheck aria-hidden className="size-5" />
          {t('allDone')}
        </p>
      )}
      {job.status === 'cancelled' && <Notice tone="warn">{t('stopped')}</Notice>}
      {job.status === 'failed' && <Notice tone="bad">{t('broken')}</Notice>}
      <KeyValues rows={rows} />
      {problems.length > 0 && <Problems problems={problems} />}
    </div>
  )
}

/** Everybody something is wrong with, by name, with what to do about it. */
function Problems({ problems }: { problems: Problem[] }) {
  const t = useTranslations('invoices')
  const text = useProblemText()
  return (
    <section aria-label={t('problems')} className="overflow-hidden rounded-xl border">
      <h3 className="border-b bg-warn-wash px-4 py-2.5 font-medium text-warn">
        {t('problemsCount', { count: problems.length })}
      </h3>
      <ul className="max-h-72 divide-y overflow-y-auto">
        {problems.map((one) => (
          <li key={`${one.reseller.id} ${one.invoice_id}`} className="px-4 py-2.5 text-sm">
            <p className="font-medium">
              <bdi>{one.reseller.name}</bdi>
            </p>
            <p className="text-soft text-pretty">{text(one.code) ?? one.message}</p>
            <p className="mt-1 flex flex-wrap gap-x-4">
              {one.invoice_id !== null && (
                <AppLink
                  to="invoice"
                  params={{ invoice: String(one.invoice_id) }}
                  className="inline-flex min-h-7 items-center text-accent hover:underline"
                >
                  {t('openInvoice')}
                </AppLink>
              )}
              <AppLink
                to="reseller"
                params={{ reseller: String(one.reseller.id) }}
                className="inline-flex min-h-7 items-center text-accent hover:underline"
              >
                {t('openPartner')}
              </AppLink>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

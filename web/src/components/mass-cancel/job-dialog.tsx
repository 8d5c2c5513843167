'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Job } from '@/api/models'
import { useJobProgress, useJobTitle } from '@/components/job-words'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { isOpen, jobQuery } from './api'
import type { Result } from './types'

/** A mass cancellation at work or over: how far it is, what came of it, what did not work. */
export function JobDialog({ job, onClose }: { job: number; onClose: () => void }) {
  const t = useTranslations('massCancel')
  const title = useJobTitle()
  const { data, error, dataUpdatedAt, refetch } = useQuery(jobQuery(job))
  useFresh(data)
  const isRunning = !data || isOpen(data.status)
  return (
    <Dialog
      title={data ? title(data) : t('running')}
      size="md"
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{isRunning ? t('leave') : t('done')}</Button>}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && isRunning && <Running job={data} at={dataUpdatedAt} />}
      {data && !isRunning && <Outcome job={data} />}
      {data && <Failures job={data} />}
    </Dialog>
  )
}

/** The day is read anew as the job goes on, and everything on the page when it is over. */
function useFresh(job: Job | undefined) {
  const queries = useQueryClient()
  const done = job?.done_cnt ?? 0
  const isOver = !!job && !isOpen(job.status)
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'one' })
    else if (done > 0) void queries.invalidateQueries({ queryKey: ['manifest'] })
  }, [queries, done, isOver])
}

function Running({ job, at }: { job: Job; at: number }) {
  const t = useTranslations('massCancel')
  const progress = useJobProgress()
  return (
    <div className="space-y-3">
      <ProgressBar
        label={t('orders')}
        value={job.total_cnt === null ? null : job.done_cnt + job.failed_cnt}
        max={job.total_cnt ?? 1}
      />
      <p className="text-sm text-soft">{progress(job, at)}</p>
      <p className="text-sm text-soft">{t('leaveText')}</p>
    </div>
  )
}

function Outcome({ job }: { job: Job }) {
  const t = useTranslations('massCancel')
  const format = useFormat()
  const { currency = 'EUR', refunded_amount = 0, manual_refund_amount = 0, message_cnt = 0 } = job.result as Result
  return (
    <div className="space-y-4">
      {job.status === 'done' && (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck aria-hidden className="size-5" />
          {t('allDone')}
        </p>
      )}
      {job.status === 'cancelled' && <Notice tone="warn">{t('stopped')}</Notice>}
      {job.status === 'failed' && <Notice tone="bad">{t('broken')}</Notice>}
      <KeyValues
        rows={[
          [t('orders'), format.number(job.done_cnt)],
          [t('refunded'), format.money(refunded_amount, currency)],
          [t('byHand'), format.money(manual_refund_amount, currency)],
          [t('messagesSent'), format.number(message_cnt)],
        ]}
      />
    </div>
  )
}

function Failures({ job }: { job: Job }) {
  const t = useTranslations('massCancel')
  if (job.errors.length === 0) return null
  return (
    <div className="mt-4">
      <Notice tone="bad">
        <p>{t('failures', { count: job.failed_cnt })}</p>
        <ul className="mt-1 list-disc ps-5">
          {job.errors.map(({ ref, message }) => (
            <li key={`${ref}${message}`}>
              <strong className="font-mono">{ref}</strong> {message}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

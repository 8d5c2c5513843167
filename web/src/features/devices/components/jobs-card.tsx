'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { PrintJob } from '@/api/device-models'
import { useTellPrinted } from '@/components/printing/use-print'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { cancelJob, printJobsQuery } from '../printing-api'

const tones = { printed: 'good', failed: 'bad', unclear: 'warn', sending: 'accent' } as const
const MOST = 12

/** What was printed lately, what waits, and what a person has to look at. */
export function JobsCard() {
  const t = useTranslations('printing')
  const { data, error, refetch } = useQuery(printJobsQuery)
  return (
    <Card title={t('jobs')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-16 rounded-md" />}
      {data?.length === 0 && <p className="text-sm text-faint">{t('noJobs')}</p>}
      {data && data.length > 0 && (
        <ul aria-label={t('jobs')} className="divide-y">
          {data.slice(0, MOST).map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function JobRow({ job }: { job: PrintJob }) {
  const t = useTranslations('printing')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const where = job.device_name || job.printer_name || t('via_qz')
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{job.title}</bdi>
          <Badge tone={tones[job.state as 'printed'] ?? 'plain'}>{t(`state_${job.state}`)}</Badge>
        </p>
        <p className="text-sm text-faint">
          {job.kind === 'drawer' ? t('drawer') : t(`kind_${job.kind as 'ticket'}`)} · {where} ·{' '}
          {format.instant(job.created_at, zone)}
        </p>
        {job.error && <p className="text-sm text-pretty text-soft">{t(`error_${known(job.error)}`)}</p>}
      </div>
      <Deeds job={job} />
    </li>
  )
}

const errors = ['no_word', 'nobody_came', 'printer_away', 'unknown_printer', 'connection_lost', 'qz_blocked'] as const
const known = (error: string) => errors.find((one) => one === error) ?? 'other'

function Deeds({ job }: { job: PrintJob }) {
  const t = useTranslations('printing')
  const tell = useTellPrinted()
  const errorText = useErrorText()
  const queries = useQueryClient()
  const after = { onSettled: () => queries.invalidateQueries({ queryKey: printJobsQuery.queryKey }) }
  const onError = (error: Error) => toast.error(errorText(error))
  const again = useMutation({
    mutationFn: () => import('@/components/printing/print-paper').then((file) => file.printAgain(job.id)),
    onSuccess: tell,
    onError,
    ...after,
  })
  const cancel = useMutation({ mutationFn: () => cancelJob(job.id), onError, ...after })
  if (job.state === 'sending') return null
  if (job.state === 'queued') {
    return (
      <Button size="sm" look="quiet" onPress={() => cancel.mutate()} isPending={cancel.isPending}>
        {t('cancelJob')}
      </Button>
    )
  }
  // A drawer opens for a reason, which is asked for where the drawer is.
  if (job.kind === 'drawer') return null
  return (
    <Button size="sm" look="quiet" onPress={() => again.mutate()} isPending={again.isPending}>
      {t('again')}
    </Button>
  )
}

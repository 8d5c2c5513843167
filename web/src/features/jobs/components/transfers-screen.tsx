'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Transfer } from '@/api/models'
import { useObjectName } from '@/components/job-words'
import { SetupHeader } from '@/components/setup-header'
import { Badge, type Tone } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { PageBody } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useRoute } from '@/lib/use-route'
import { deleteTransfer, transfersQuery } from '../api'

/** Files made of lists: how far they are, where to get them, how long they stay. */
export function TransfersScreen() {
  const t = useTranslations('jobs')
  useRoute('importExportViewer')
  const { data, error, refetch } = useQuery(transfersQuery)
  return (
    <PageBody>
      <SetupHeader page="importExportViewer" title={t('title')} text={t('text')} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data?.length === 0 && <NoFiles />}
      {!!data?.length && (
        <ul className="divide-y rounded-xl border bg-surface">
          {data.map((transfer) => (
            <TransferItem key={transfer.id} transfer={transfer} />
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-faint">{t('importsLater')}</p>
    </PageBody>
  )
}

function NoFiles() {
  const t = useTranslations('jobs')
  return (
    <EmptyState icon={<FileSpreadsheet aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      <AppLink to="trips" params={{}} className={buttonClass('primary')}>
        {t('toTrips')}
      </AppLink>
    </EmptyState>
  )
}

function TransferItem({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('jobs')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const name = useObjectName()(transfer.object)
  const isRunning = transfer.status === 'running'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <FileSpreadsheet aria-hidden className="size-6 shrink-0 text-faint" />
      <div className="min-w-0 grow basis-48">
        <p className="truncate font-medium">
          <bdi>{name}</bdi> <span className="font-normal text-faint">{transfer.file_name}</span>
        </p>
        {isRunning ? (
          <ProgressBar
            label={t('job_export', { object: name })}
            value={transfer.total_rows === null ? null : transfer.ok_rows}
            max={transfer.total_rows ?? 1}
          />
        ) : (
          <p className="text-sm text-soft">
            {t('made', { who: transfer.requested_by_name, when: format.instant(transfer.created_at, zone) })}
            {' · '}
            {t('rows', { count: transfer.ok_rows })}
          </p>
        )}
      </div>
      <Outcome transfer={transfer} />
      <DeleteButton transfer={transfer} />
    </li>
  )
}

const tones: Record<string, Tone> = { failed: 'bad', cancelled: 'neutral', expired: 'neutral' }
const ended = ['failed', 'cancelled', 'expired'] as const

function Outcome({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('jobs')
  const format = useFormat()
  const over = ended.find((one) => one === transfer.status)
  if (over) return <Badge tone={tones[over]}>{t(`jobStatus_${over}`)}</Badge>
  if (!transfer.download_url) return null
  return (
    <div className="flex items-center gap-3">
      <span className="text-sm text-faint">
        {t('until', { day: format.day(transfer.expires_at.slice(0, 10), 'short') })}
      </span>
      <a href={transfer.download_url} download className={buttonClass('secondary', 'sm')}>
        <Download aria-hidden className="size-4" />
        {t('download')}
      </a>
    </div>
  )
}

function DeleteButton({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('jobs')
  const client = useQueryClient()
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteTransfer(transfer.id),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: transfersQuery.queryKey }),
  })
  return (
    <>
      <IconButton label={t('deleteFile', { name: transfer.file_name })} onPress={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <ConfirmDialog
        title={t('deleteTitle')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
        confirmLabel={t('deleteTitle')}
        isDanger
        isPending={remove.isPending}
      >
        {t('deleteText', { name: transfer.file_name })}
      </ConfirmDialog>
    </>
  )
}

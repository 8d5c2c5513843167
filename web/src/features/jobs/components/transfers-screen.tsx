'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Transfer } from '@/api/models'
import { useObjectName } from '@/components/job-words'
import { SetupHeader } from '@/components/setup-header'
import { isAtWork, transfersQuery } from '@/components/transfers'
import { Badge, type Tone } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { PageBody } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { isRouteOff } from '@/lib/features'
import { canAny, useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useRoute } from '@/lib/use-route'
import { deleteTransfer } from '../api'

/** Files that went out and came in: how far they are, where to get or go on with them, how long they stay. */
export function TransfersScreen() {
  const t = useTranslations('jobs')
  useRoute('importExportViewer')
  const { data, error, refetch } = useQuery(transfersQuery)
  return (
    <PageBody>
      <SetupHeader page="importExportViewer" title={t('title')} text={t('text')}>
        <ToImporter />
      </SetupHeader>
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
    </PageBody>
  )
}

function NoFiles() {
  const t = useTranslations('jobs')
  return (
    <EmptyState icon={<FileSpreadsheet aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      <ToImporter />
    </EmptyState>
  )
}

function ToImporter() {
  const t = useTranslations('jobs')
  const session = useSession()
  if (!session || !canAny(session.permissions, ['import']) || isRouteOff(session.featureFlags, 'importer')) return null
  return (
    <AppLink to="importer" params={{}} className={buttonClass('secondary')}>
      <FileUp aria-hidden className="size-4" />
      {t('toImporter')}
    </AppLink>
  )
}

function TransferItem({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('jobs')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const name = useObjectName()(transfer.object)
  const isRunning = isAtWork(transfer)
  const isImport = transfer.kind === 'import'
  const Icon = isImport ? FileUp : FileSpreadsheet
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Icon aria-hidden className="size-6 shrink-0 text-faint" />
      <div className="min-w-0 grow basis-48">
        <p className="truncate font-medium">
          <bdi>{name}</bdi> <span className="font-normal text-faint">{transfer.file_name}</span>
        </p>
        {isRunning ? (
          <ProgressBar
            label={t(isImport ? 'job_import' : 'job_export', { object: name })}
            value={transfer.total_rows === null ? null : transfer.ok_rows + transfer.error_rows}
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
      {isImport ? <ImportPart transfer={transfer} /> : <Outcome transfer={transfer} />}
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

const done = ['done', 'done_with_errors'] as const

/** How an import stands, and the way to it. */
function ImportPart({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('jobs')
  const over = [...ended, ...done].find((one) => one === transfer.status)
  const tone = over === 'done' ? 'good' : over === 'done_with_errors' ? 'warn' : (tones[over ?? ''] ?? 'accent')
  const word = over ? t(`jobStatus_${over}`) : isAtWork(transfer) ? t('jobRunning') : t('waiting')
  return (
    <div className="flex items-center gap-3">
      <Badge tone={tone}>{word}</Badge>
      <AppLink
        to="importer"
        params={{ importObject: transfer.object || 'customers' }}
        query={`iej=${transfer.id}`}
        className={buttonClass('secondary', 'sm')}
      >
        {t('openImport')}
      </AppLink>
    </div>
  )
}

function DeleteButton({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('jobs')
  const client = useQueryClient()
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const isImport = transfer.kind === 'import'
  const remove = useMutation({
    mutationFn: () => deleteTransfer(transfer),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: transfersQuery.queryKey }),
  })
  return (
    <>
      <IconButton label={t('deleteFile', { name: transfer.file_name })} onPress={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <ConfirmDialog
        title={t(isImport ? 'deleteImport' : 'deleteTitle')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
        confirmLabel={t(isImport ? 'deleteImport' : 'deleteTitle')}
        isDanger
        isPending={remove.isPending}
      >
        {t(isImport ? 'deleteImportText' : 'deleteText', { name: transfer.file_name })}
      </ConfirmDialog>
    </>
  )
}

'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { AccountArchive } from '@/api/models'
import { ConfirmedProvider, useConfirmed } from '@/components/security/confirmed'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useErrorText } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { archivesQuery, createArchive, deleteArchive } from '../api'

/** The whole business as one file, for its owner. */
export function ArchiveCard() {
  const { data } = useQuery(archivesQuery)
  if (!data) return null
  return (
    <ConfirmedProvider>
      <Archives archives={data.archives} />
    </ConfirmedProvider>
  )
}

function Archives({ archives }: { archives: AccountArchive[] }) {
  const t = useTranslations('general')
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const errorText = useErrorText()
  const isRunning = archives.some((one) => one.status === 'running')
  const make = useMutation({
    mutationFn: () => confirmed(createArchive),
    onSuccess: () => queries.invalidateQueries({ queryKey: archivesQuery.queryKey }),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Card title={t('archiveTitle')}>
      <p className="mb-4 text-pretty text-soft">{t('archiveText')}</p>
      <Button onPress={() => make.mutate()} isPending={make.isPending} isDisabled={isRunning}>
        {t('archiveMake')}
      </Button>
      {archives.length > 0 && (
        <ul aria-label={t('archives')} className="mt-4 divide-y border-t">
          {archives.map((archive) => (
            <Archive key={archive.id} archive={archive} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Archive({ archive }: { archive: AccountArchive }) {
  const t = useTranslations('general')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const queries = useQueryClient()
  const errorText = useErrorText()
  const remove = useMutation({
    mutationFn: () => deleteArchive(archive.id),
    onSuccess: (answer) => queries.setQueryData(archivesQuery.queryKey, answer),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <time dateTime={archive.created_at} className="tabular-nums">
        {format.instant(archive.created_at, zone)}
      </time>
      <State archive={archive} />
      {archive.status === 'done' && (
        <span className="text-faint">{t('archiveUntil', { time: format.instant(archive.expires_at, zone) })}</span>
      )}
      <Button size="sm" look="danger" className="ms-auto" onPress={() => remove.mutate()} isPending={remove.isPending}>
        {t('archiveDelete')}
      </Button>
    </li>
  )
}

function State({ archive }: { archive: AccountArchive }) {
  const t = useTranslations('general')
  const size = useSize()
  if (archive.status === 'running') {
    const percent = archive.progress_ppm === null ? null : Math.floor(archive.progress_ppm / 10_000)
    return (
      <div className="min-w-48 flex-1">
        <ProgressBar label={t('archiveRunning')} value={percent} max={100} />
      </div>
    )
  }
  if (archive.status === 'failed') return <span className="text-bad">{t('archiveFailed')}</span>
  if (!archive.download_url) return <span className="text-faint">{t('archiveExpired')}</span>
  return (
    <a href={archive.download_url} download={archive.file_name} className={buttonClass('secondary', 'sm')}>
      {t('archiveDownload', { size: size(archive.byte_cnt) })}
    </a>
  )
}

/** Bytes in megabytes, as people of the language write them. */
function useSize() {
  const { number } = useFormatter()
  return (bytes: number) =>
    number(bytes / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })
}

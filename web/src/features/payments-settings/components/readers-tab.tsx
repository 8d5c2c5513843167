'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { readersQuery, removeReader, type Reader, type Readers } from '../api'

const ReaderDialog = late(() => import('./reader-dialog').then((file) => file.ReaderDialog))

/** The card readers at the counter: which there are, a new one, one less. */
export default function ReadersTab() {
  const t = useTranslations('payments')
  const { data, error, refetch } = useQuery(readersQuery)
  const [isAdding, setAdding] = useState(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 max-w-3xl" />
  const icon = <Smartphone aria-hidden className="size-6" />
  if (!data.is_supported) {
    return <EmptyState icon={icon} title={t('readersOffTitle')} text={t('readersOffText')} />
  }
  const add = (
    <Button look="primary" onPress={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t('readerAdd')}
    </Button>
  )
  return (
    <div className="max-w-3xl">
      {data.readers.length === 0 ? (
        <EmptyState icon={icon} title={t('noReadersTitle')} text={t('noReadersText')}>
          {add}
        </EmptyState>
      ) : (
        <Card title={t('tab_readers')} actions={add}>
          <List readers={data.readers} />
        </Card>
      )}
      {isAdding && <ReaderDialog locations={data.locations} onClose={() => setAdding(false)} />}
    </div>
  )
}

function List({ readers }: { readers: Reader[] }) {
  const [leaving, setLeaving] = useState<Reader | null>(null)
  return (
    <>
      <ul className="divide-y">
        {readers.map((reader) => (
          <Row key={reader.id} reader={reader} onRemove={() => setLeaving(reader)} />
        ))}
      </ul>
      {leaving && <Leave reader={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function Row({ reader, onRemove }: { reader: Reader; onRemove: () => void }) {
  const t = useTranslations('payments')
  const common = useTranslations('common')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const model = reader.device_type.replace(/[_-]/g, ' ')
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{reader.label || model}</bdi>
          <Badge tone={reader.is_online ? 'good' : 'neutral'}>{t(reader.is_online ? 'online' : 'offline')}</Badge>
        </p>
        <p className="text-sm text-faint">
          {[model, reader.location, reader.serial_number].filter(Boolean).join(' · ')}
          {!reader.is_online && reader.last_seen_at && (
            <> · {t('lastSeen', { when: format.instant(reader.last_seen_at, zone) })}</>
          )}
        </p>
      </div>
      <Button size="sm" onPress={onRemove}>
        {common('remove')}
      </Button>
    </li>
  )
}

function Leave({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  const t = useTranslations('payments')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeReader(reader.id),
    onSuccess: (readers) => {
      queries.setQueryData<Readers>(readersQuery.queryKey, readers)
      onClose()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <ConfirmDialog
      title={t('readerRemoveTitle', { name: reader.label || reader.device_type })}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel={common('remove')}
      isPending={remove.isPending}
      isDanger
    >
      {t('readerRemoveText')}
    </ConfirmDialog>
  )
}

'use client'
import { BellOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { NotificationRow } from './notification-row'
import { useNotificationActions, useNotifications, useOpenNotification } from './use-notifications'

/** The latest notifications under the bell. */
export default function NotificationPanel({ close }: { close: () => void }) {
  const t = useTranslations('notifications')
  const { rows } = useNotifications(false)
  const { read } = useNotificationActions()
  return (
    <div className="flex max-h-[min(36rem,70dvh)] w-[min(24rem,calc(100vw-1.5rem))] flex-col">
      <div className="flex min-h-12 items-center justify-between gap-3 border-b px-4">
        <h2 className="font-semibold">{t('title')}</h2>
        {rows.some((row) => !row.read_at) && (
          <Button size="sm" look="quiet" onPress={() => read.mutate(null)}>
            {t('readAll')}
          </Button>
        )}
      </div>
      <div className="grow overflow-y-auto p-1">
        <Latest close={close} />
      </div>
      <AppLink
        to="notifications"
        params={{}}
        onClick={close}
        className="flex min-h-11 items-center justify-center border-t text-sm font-medium text-accent hover:bg-sunken"
      >
        {t('all')}
      </AppLink>
    </div>
  )
}

function Latest({ close }: { close: () => void }) {
  const t = useTranslations('notifications')
  const { rows, isPending, error, refetch } = useNotifications(false)
  const open = useOpenNotification()
  if (isPending) return <PanelSkeleton />
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (rows.length === 0) {
    return (
      <p className="flex flex-col items-center gap-2 px-6 py-10 text-center text-sm text-soft">
        <BellOff aria-hidden className="size-6 text-faint" />
        {t('empty')}
      </p>
    )
  }
  return rows.map((row) => (
    <NotificationRow
      key={row.id}
      row={row}
      onOpen={(opened) => {
        close()
        open(opened)
      }}
    />
  ))
}

function PanelSkeleton() {
  return (
    <div aria-hidden className="space-y-4 p-3">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  )
}

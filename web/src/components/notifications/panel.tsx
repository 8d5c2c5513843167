'use client'
import { BellOff, Newspaper } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { NewsItem } from '@/api/models'
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
  const { rows, news, isPending, error, refetch } = useNotifications(false)
  const fresh = news.filter((item) => !item.is_read)
  const open = useOpenNotification()
  if (isPending) return <PanelSkeleton />
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (rows.length + fresh.length === 0) {
    return (
      <p className="flex flex-col items-center gap-2 px-6 py-10 text-center text-sm text-soft">
        <BellOff aria-hidden className="size-6 text-faint" />
        {t('empty')}
      </p>
    )
  }
  return (
    <>
      {rows.map((row) => (
        <NotificationRow
          key={row.id}
          row={row}
          onOpen={(opened) => {
            close()
            open(opened)
          }}
        />
      ))}
      {fresh.map((item) => (
        <FreshNews key={item.id} item={item} close={close} />
      ))}
    </>
  )
}

/** News of the product that was not read: the bell counts it, so it shows here too. */
function FreshNews({ item, close }: { item: NewsItem; close: () => void }) {
  const t = useTranslations('notifications')
  return (
    <AppLink
      to="notifications"
      params={{}}
      query="tab=news"
      onClick={close}
      className="flex items-start gap-3 rounded-md px-3 py-2.5 hover:bg-sunken"
    >
      <Newspaper aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <span className="min-w-0 grow">
        <span className="block text-sm font-semibold text-pretty">{item.title}</span>
        <span className="mt-0.5 block text-xs text-faint">{t('tabNews')}</span>
      </span>
      <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
    </AppLink>
  )
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

'use client'
import { BellOff, Newspaper, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Notification } from '@/api/models'
import { RunningJobs } from '@/components/jobs/running-jobs'
import { NotificationRow } from '@/components/notifications/notification-row'
import {
  useNotificationActions,
  useNotifications,
  useOpenNotification,
} from '@/components/notifications/use-notifications'
import { Button, IconButton } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { Tabs } from '@/components/ui/tabs'
import { AppLink } from '@/lib/app-link'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { NewsList } from './news-list'

/** Everything the reader was told, to read again, act on or clear away. */
export function NotificationsScreen() {
  const t = useTranslations('notifications')
  const asked = useQueryParam('tab')
  const [tab, setTab] = useState(asked === 'news' ? asked : 'all')
  const { read, remove } = useNotificationActions()
  const { rows, news } = useNotifications(false)
  const fresh = news.filter((item) => !item.is_read).length
  useTitle(t('title'))
  return (
    <PageBody width="narrow">
      <PageHeader title={t('title')}>
        {rows.some((row) => !row.read_at) && <Button onPress={() => read.mutate(null)}>{t('readAll')}</Button>}
        {rows.some((row) => row.read_at) && <Button onPress={() => remove.mutate(null)}>{t('deleteRead')}</Button>}
        <AppLink to="profile" params={{ tab: 'notifications' }} className={buttonClass('quiet')}>
          {t('preferences')}
        </AppLink>
      </PageHeader>
      <Tabs
        label={t('title')}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'all', label: t('tabAll') },
          { id: 'unread', label: t('tabUnread') },
          { id: 'news', label: t('tabNews'), badge: fresh || undefined },
        ]}
      >
        <div className="py-3">
          {tab !== 'news' && <RunningJobs />}
          {tab === 'news' ? <News /> : <NotificationList isUnread={tab === 'unread'} />}
        </div>
      </Tabs>
    </PageBody>
  )
}

function News() {
  const t = useTranslations('notifications')
  const { news, isPending } = useNotifications(false)
  if (isPending) return <ListSkeleton />
  if (news.length === 0) return <EmptyState icon={<Newspaper aria-hidden className="size-6" />} title={t('noNews')} />
  return <NewsList news={news} />
}

function NotificationList({ isUnread }: { isUnread: boolean }) {
  const t = useTranslations('notifications')
  const list = useNotifications(isUnread)
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (list.isPending) return <ListSkeleton />
  if (list.rows.length === 0) {
    return <EmptyState icon={<BellOff aria-hidden className="size-6" />} title={t('empty')} text={t('emptyText')} />
  }
  return (
    <>
      <ul className="divide-y rounded-xl border bg-surface">
        {list.rows.map((row) => (
          <Item key={row.id} row={row} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="mt-4 text-center">
          <Button onPress={() => list.fetchNextPage()} isPending={list.isFetchingNextPage}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Item({ row }: { row: Notification }) {
  const t = useTranslations('notifications')
  const open = useOpenNotification()
  const { remove } = useNotificationActions()
  return (
    <li className="flex items-start gap-1 p-1">
      <div className="min-w-0 grow">
        <NotificationRow row={row} onOpen={open} />
      </div>
      <IconButton label={t('delete', { title: row.title })} onPress={() => remove.mutate([row.id])}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}

function ListSkeleton() {
  return (
    <div aria-hidden className="space-y-3">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-16 rounded-xl" />
      ))}
    </div>
  )
}

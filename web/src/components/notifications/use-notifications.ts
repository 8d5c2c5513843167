'use client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl'
import type { Notification } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { localize } from '@/routes'
import { safeTarget } from './target'
import { countQuery, deleteNotifications, markRead, notificationsQuery, readNews } from './queries'

/** The reader's notifications, page by page, with what can be done to them. */
export function useNotifications(isUnread: boolean) {
  const locale = useLocale()
  const list = useInfiniteQuery(notificationsQuery(isUnread, locale))
  return {
    ...list,
    rows: list.data?.pages.flatMap((page) => page.data) ?? [],
    news: list.data?.pages[0]?.news ?? [],
  }
}

/** Changes that show at once and come back when the server refuses. */
export function useNotificationActions() {
  const queries = useQueryClient()
  const t = useTranslations('notifications')
  const errorText = useErrorText()
  const settled = {
    onSuccess: (left: { unread: number; alerts: number }) => queries.setQueryData(countQuery.queryKey, left),
    onError: (error: Error) => toast.error(t('failed'), { description: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications', 'list'] }),
  }
  return {
    read: useMutation({ mutationFn: markRead, ...settled }),
    readNews: useMutation({ mutationFn: readNews, ...settled }),
    remove: useMutation({ mutationFn: deleteNotifications, ...settled }),
  }
}

/** Open what a notification is about; it counts as read from then on. */
export function useOpenNotification() {
  const router = useRouter()
  const locale = useLocale()
  const { read } = useNotificationActions()
  return (row: Notification) => {
    if (!row.read_at) read.mutate([row.id])
    if (row.url) router.push(localize(safeTarget(row.url), locale))
  }
}

'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { sessionQuery } from '@/lib/session'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { useNotificationActions, useNotifications } from './use-notifications'

/** One item of news above the page. */
export function NewsNotice({ id, isUrgent }: { id: string; isUrgent: boolean }) {
  const t = useTranslations('notifications')
  const queries = useQueryClient()
  const { news } = useNotifications(false)
  const { readNews } = useNotificationActions()
  const item = news.find((one) => one.id === id)
  if (!item) return null
  const read = () =>
    readNews.mutate(id, { onSuccess: () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }) })
  return (
    <div className="px-4 pt-4 md:px-8 print:hidden">
      <Notice tone={isUrgent ? 'warn' : 'info'}>
        <p className="font-semibold">{item.title}</p>
        <p className="mt-0.5 whitespace-pre-line">{item.body}</p>
        <Button size="sm" className="mt-2" onPress={read} isPending={readNews.isPending}>
          {t('gotIt')}
        </Button>
      </Notice>
    </div>
  )
}

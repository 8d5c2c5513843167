'use client'
import { useTranslations } from 'use-intl'
import type { NewsItem } from '@/api/models'
import { useNotificationActions } from '@/components/notifications/use-notifications'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/lib/use-format'

/** What is new in the product. */
export function NewsList({ news }: { news: NewsItem[] }) {
  const t = useTranslations('notifications')
  const format = useFormat()
  const { readNews } = useNotificationActions()
  return (
    <ul className="space-y-3">
      {news.map((item) => (
        <li key={item.id} className="rounded-xl border bg-surface p-4 sm:p-5">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="font-semibold">{item.title}</h2>
            {item.severity === 'urgent' && <Badge tone="warn">{t('urgentNews')}</Badge>}
            {!item.is_read && <Badge tone="accent">{t('new')}</Badge>}
          </div>
          <p className="text-sm text-faint">{format.day(item.date, 'medium')}</p>
          <p className="mt-2 whitespace-pre-line text-pretty text-soft">{item.body}</p>
          {!item.is_read && (
            <Button size="sm" className="mt-3" onPress={() => readNews.mutate(item.id)}>
              {t('gotIt')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

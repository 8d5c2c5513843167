'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import { useLive } from '@/lib/live/use-live'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'

const every20Seconds = 20_000
const most = 99
const kinds = ['inbox.changed'] as const

/** How many conversations hold something unread, beside the inbox in the rail; nothing where there is none. */
export function InboxCount() {
  const t = useTranslations('shell')
  const format = useFormat()
  const mayWrite = useCan('crm.send')
  const { data } = useQuery({
    queryKey: ['inbox', 'unread'],
    queryFn: () => dataOf(api.GET('/api/inbox/unread/get')),
    refetchInterval: every20Seconds,
    staleTime: every20Seconds,
    enabled: mayWrite,
    retry: false,
  })
  const queries = useQueryClient()
  // Lists and threads that are open look again as well.
  useLive(kinds, () => void queries.invalidateQueries({ queryKey: ['inbox'] }))
  const count = data?.unread_cnt ?? 0
  if (count === 0) return null
  return (
    <span
      aria-label={t('inboxUnread', { count })}
      className="ms-auto min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums in-data-[rail=slim]:absolute in-data-[rail=slim]:top-0.5 in-data-[rail=slim]:right-0.5 in-data-[rail=slim]:min-w-4 in-data-[rail=slim]:text-[10px] in-data-[rail=slim]:leading-4"
    >
      {count > most ? `${format.number(most)}+` : format.number(count)}
    </span>
  )
}

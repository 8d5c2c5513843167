'use client'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { EmptyState } from '@/components/ui/states'
import { useGo } from '@/lib/use-go'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { shows, type Show } from '../api'
import { ConversationList } from './conversation-list'
import { ConversationPanel } from './conversation-panel'

/** Conversations with guests: the list beside the open one, or one at a time on a phone. */
export function InboxScreen() {
  const t = useTranslations('inbox')
  useTitle(t('title'))
  const { show, open, move } = usePlaceInInbox()
  const [search, setSearch] = useState('')
  return (
    <div className="flex min-h-[calc(100dvh-8rem)] flex-col md:px-8 md:py-7 lg:h-dvh lg:min-h-0">
      <h1 className={cx('px-4 pt-5 text-2xl font-semibold md:px-0 md:pt-0', open !== null && 'max-lg:sr-only')}>
        {t('title')}
      </h1>
      <div className="grid min-h-0 grow gap-4 lg:mt-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
        <div className={cx('min-h-0', open !== null && 'max-lg:hidden')}>
          <ConversationList
            {...{ show, search, open }}
            onSearch={setSearch}
            onShow={(to) => move(to, null)}
            onOpen={(id) => move(show, id)}
          />
        </div>
        <div className={cx('flex min-h-0 flex-col', open === null && 'max-lg:hidden')}>
          {open === null ? <Choose /> : <ConversationPanel key={open} id={open} onClose={() => move(show, null)} />}
        </div>
      </div>
    </div>
  )
}

function Choose() {
  const t = useTranslations('inbox')
  return (
    <div className="grid grow place-items-center rounded-xl border bg-surface">
      <EmptyState icon={<MessagesSquare aria-hidden />} title={t('chooseTitle')} text={t('chooseText')} />
    </div>
  )
}

/** Which filter and which conversation: the address says so. */
function usePlaceInInbox() {
  const go = useGo()
  const asked = useQueryParam('show')
  const show: Show = shows.find((one) => one === asked) ?? 'open'
  const open = Number(useQueryParam('conversation')) || null
  const move = (to: Show, conversation: number | null) => {
    const query = new URLSearchParams()
    if (to !== 'open') query.set('show', to)
    if (conversation) query.set('conversation', String(conversation))
    go('inbox', {}, { query: query.toString() })
  }
  return { show, open, move }
}

'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { useDebounced } from '@/lib/use-debounced'
import { useHotkeys } from '@/lib/use-hotkeys'
import { inboxQuery, shows, type Conversation, type Show } from '../api'
import { ConversationRow } from './conversation-row'

type Props = {
  show: Show
  search: string
  open: number | null
  onSearch: (text: string) => void
  onShow: (show: Show) => void
  onOpen: (conversation: number) => void
}

const REST_MS = 250

/** Who wrote, the newest first; J and K go from one to the next. */
export function ConversationList({ show, search, open, onSearch, onShow, onOpen }: Props) {
  const t = useTranslations('inbox')
  const words = useDebounced(search.trim(), REST_MS)
  const found = useInfiniteQuery(inboxQuery(show, words))
  const rows = found.data?.pages.flatMap((page) => page.data)
  const field = useRef<HTMLInputElement>(null)
  useSteps(rows, open, onOpen, () => field.current?.focus())
  return (
    <section aria-label={t('list')} className="flex h-full min-h-0 flex-col gap-3">
      <div className="space-y-3 px-4 max-lg:pt-3 sm:px-0">
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={onSearch}
          inputRef={field}
        />
        <Filters show={show} onShow={onShow} />
      </div>
      <div className="min-h-0 grow overflow-y-auto border-y bg-surface sm:rounded-xl sm:border">
        {found.error && !rows && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {!rows && !found.error && <Skeleton className="m-4 h-64" />}
        {rows?.length === 0 && <Nothing show={show} isSearch={words !== ''} />}
        {rows && rows.length > 0 && <Rows {...{ rows, open, onOpen }} />}
        {found.hasNextPage && (
          <div className="flex justify-center border-t p-3">
            <Button size="sm" isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function useSteps(
  rows: Conversation[] | undefined,
  open: number | null,
  onOpen: (conversation: number) => void,
  onSearch: () => void,
) {
  const t = useTranslations('inbox')
  const step = (by: number) => {
    const place = rows?.findIndex((one) => one.id === open) ?? -1
    const next = rows?.[place + by]
    if (next) onOpen(next.id)
  }
  useHotkeys([
    { keys: 'j', label: t('keyNext'), action: () => step(1) },
    { keys: 'k', label: t('keyBefore'), action: () => step(-1) },
    { keys: '/', label: t('keySearch'), action: onSearch },
  ])
}

function Rows({ rows, open, onOpen }: { rows: Conversation[] } & Pick<Props, 'open' | 'onOpen'>) {
  return (
    <ul className="divide-y">
      {rows.map((row) => (
        <ConversationRow key={row.id} row={row} isOpen={row.id === open} onOpen={() => onOpen(row.id)} />
      ))}
    </ul>
  )
}

function Filters({ show, onShow }: Pick<Props, 'show' | 'onShow'>) {
  const t = useTranslations('inbox')
  return (
    <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-1.5">
      {shows.map((one) => (
        <Press
          key={one}
          aria-pressed={one === show}
          onPress={() => onShow(one)}
          className={cx(
            'inline-flex min-h-8 items-center rounded-full border px-2.5 text-sm pointer-coarse:min-h-11',
            one === show ? 'border-accent bg-accent-wash text-accent' : 'bg-surface text-soft hover:border-line-strong',
          )}
        >
          {t(`show_${one}`)}
        </Press>
      ))}
    </div>
  )
}

function Nothing({ show, isSearch }: { show: Show; isSearch: boolean }) {
  const t = useTranslations('inbox')
  const title = isSearch ? t('notFound') : t(`none_${show}`)
  return <EmptyState icon={<Inbox aria-hidden />} title={title} text={isSearch ? t('notFoundText') : t('noneText')} />
}

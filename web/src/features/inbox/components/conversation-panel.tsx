'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Composer } from '@/components/threads/composer'
import { Thread } from '@/components/threads/thread'
import type { Message } from '@/components/threads/types'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { answer, conversationQuery, markRead, olderThan, type ConversationFull } from '../api'
import { ConversationHead } from './conversation-head'

/** One conversation: who it is with, all that was said, and where to answer. Opening it marks it read. */
export function ConversationPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(conversationQuery(id))
  useReading(data)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-full min-h-64" />
  return <Panel data={data} onClose={onClose} />
}

function Panel({ data, onClose }: { data: ConversationFull; onClose: () => void }) {
  const t = useTranslations('inbox')
  const queries = useQueryClient()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const { conversation, messages } = data
  const again = () => void queries.invalidateQueries({ queryKey: ['inbox'] })
  const older = useOlder(data)
  const end = useEnd(messages.at(-1)?.id)
  return (
    <section
      aria-label={t('with', { who: conversation.name || t('unknown') })}
      className="flex min-h-0 grow flex-col bg-surface sm:rounded-xl sm:border"
    >
      <ConversationHead data={data} onClose={onClose} />
      <div className="min-h-0 grow overflow-y-auto px-4 py-5" tabIndex={0} aria-label={t('thread')}>
        {older.hasMore && (
          <div className="mb-4 flex justify-center">
            <Button size="sm" isPending={older.isPending} onPress={older.load}>
              {t('older')}
            </Button>
          </div>
        )}
        <Thread label={t('thread')} messages={[...older.messages, ...messages]} zone={zone} onChanged={again} />
        <div ref={end} />
      </div>
      <div className="border-t px-4 py-4">
        <Composer
          ways={data}
          hasTrip={data.trip !== null}
          conversation={conversation.id}
          onSend={async (draft) => {
            await answer(conversation.id, draft)
            again()
          }}
        />
      </div>
    </section>
  )
}

/** Marks what is on the screen read, and nothing that comes in later. */
function useReading(data: ConversationFull | undefined) {
  const queries = useQueryClient()
  const id = data?.conversation.id
  const last = data && data.conversation.unread_cnt > 0 ? data.messages.at(-1)?.id : undefined
  useEffect(() => {
    if (id === undefined || last === undefined || document.hidden) return
    void markRead(id, last).then(() => queries.invalidateQueries({ queryKey: ['inbox'] }))
  }, [id, last, queries])
}

function useOlder({ conversation, messages, has_older }: ConversationFull) {
  const [found, setFound] = useState<{ messages: Message[]; hasMore: boolean } | null>(null)
  const [isPending, setIsPending] = useState(false)
  const first = found?.messages[0]?.id ?? messages[0]?.id
  const load = () => {
    if (first === undefined) return
    setIsPending(true)
    void olderThan(conversation.id, first)
      .then((page) => setFound({ messages: [...page.messages, ...(found?.messages ?? [])], hasMore: page.has_older }))
      .finally(() => setIsPending(false))
  }
  const known = new Set(messages.map(({ id }) => id))
  const earlier = (found?.messages ?? []).filter(({ id }) => !known.has(id))
  return { messages: earlier, hasMore: found ? found.hasMore : has_older, isPending, load }
}

/** Keeps the newest message in sight when another one comes. */
function useEnd(last: number | undefined) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = ref.current?.parentElement
    if (box) box.scrollTop = box.scrollHeight
  }, [last])
  return ref
}

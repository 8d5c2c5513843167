'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck, MessagesSquare } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { answerTrip, tripWaysQuery } from '@/components/threads/api'
import { Composer } from '@/components/threads/composer'
import { Thread } from '@/components/threads/thread'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { AppLink } from '@/lib/app-link'
import { messagesQuery } from '../api'
import { useTrip } from '../trip-context'
import { useResend } from '../use-resend'

/** All that was said about the trip, by whom and by which way, and where to answer. */
export function MessagesCard() {
  const t = useTranslations('trip')
  const words = useTranslations('threads')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const { id, zone, isPending } = useTrip()
  const resend = useResend()
  const { data, error } = useQuery(messagesQuery(id))
  const again = resend && (
    <Button size="sm" look="quiet" onPress={resend} isDisabled={isPending}>
      <MailCheck aria-hidden className="size-4" />
      {t('resendConfirmation')}
    </Button>
  )
  const refresh = () => void queries.invalidateQueries({ queryKey: messagesQuery(id).queryKey })
  return (
    <Card title={t('messages')} actions={again}>
      {error && <p className="text-sm text-bad">{errorText(error)}</p>}
      {!data && !error && <Skeleton className="h-16" />}
      {data?.length === 0 && <p className="text-soft">{t('noMessages')}</p>}
      {!!data?.length && (
        <Thread label={words('thread')} messages={data.toReversed()} zone={zone} onChanged={refresh} />
      )}
      <Answer onSent={refresh} />
    </Card>
  )
}

function Answer({ onSent }: { onSent: () => void }) {
  const t = useTranslations('threads')
  const { id } = useTrip()
  const mayWrite = useCan('crm.send')
  const { data: ways } = useQuery({ ...tripWaysQuery(id), enabled: mayWrite })
  if (!ways) return null
  return (
    <div className="mt-5 space-y-3 border-t pt-4">
      <Composer
        ways={ways}
        hasTrip
        onSend={async (draft) => {
          await answerTrip(id, draft)
          onSent()
        }}
      />
      {ways.conversation_id !== null && (
        <AppLink
          to="inbox"
          params={{}}
          query={`conversation=${ways.conversation_id}`}
          className="inline-flex min-h-9 items-center gap-1.5 text-sm text-accent hover:underline"
        >
          <MessagesSquare aria-hidden className="size-4" />
          {t('openInbox')}
        </AppLink>
      )}
    </div>
  )
}

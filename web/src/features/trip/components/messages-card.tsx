'use client'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerMessage } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { mailbox } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { messagesQuery } from '../api'
import { useTrip } from '../trip-context'
import { useMessageWords } from '../use-message-words'
import { useResend } from '../use-resend'
import { AnswerForm } from './answer-form'

/** What was sent about the trip: which message, to whom, when, by which way, and whether it arrived. */
export function MessagesCard() {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { id, isPending } = useTrip()
  const resend = useResend()
  const { data, error } = useQuery(messagesQuery(id))
  const again = resend && (
    <Button size="sm" look="quiet" onPress={resend} isDisabled={isPending}>
      <MailCheck aria-hidden className="size-4" />
      {t('resendConfirmation')}
    </Button>
  )
  return (
    <Card title={t('messages')} actions={again}>
      {error && <p className="text-sm text-bad">{errorText(error)}</p>}
      {!data && !error && <Skeleton className="h-16" />}
      {data?.length === 0 && <p className="text-soft">{t('noMessages')}</p>}
      {!!data?.length && (
        <ul className="-my-3 divide-y">
          {data.map((message) => (
            <MessageLine key={message.id} message={message} />
          ))}
        </ul>
      )}
      {data?.some(({ direction }) => direction === 'in') && <AnswerForm />}
    </Card>
  )
}

const tones: Record<string, Tone> = {
  sent: 'good',
  delivered: 'good',
  opened: 'good',
  suppressed: 'neutral',
  failed: 'bad',
  bounced: 'bad',
  queued: 'warn',
  scheduled: 'warn',
  sending: 'warn',
}

function MessageLine({ message }: { message: CustomerMessage }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const words = useMessageWords()
  const { zone } = useTrip()
  const isIn = message.direction === 'in'
  const at = message.sent_at ?? message.scheduled_at ?? message.created_at
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3 text-sm">
      <div className="min-w-0">
        <p className="font-medium">{words.kind(message.category)}</p>
        {isIn ? (
          <p className="whitespace-pre-line break-words text-soft">
            <bdi>{message.body_text}</bdi>
          </p>
        ) : (
          <p className="break-words text-soft">
            <bdi>{message.subject || message.body_text}</bdi>
          </p>
        )}
        {message.error && message.channel !== 'email' && <p className="break-words text-bad">{message.error}</p>}
        <p className="break-words text-faint">
          {isIn
            ? t('mailFrom', { way: words.way(message.channel), from: message.from_address })
            : t('mailTo', { way: words.way(message.channel), to: mailbox(message.to) })}{' '}
          · <time dateTime={at}>{format.instant(at, zone)}</time>
        </p>
      </div>
      {!isIn && <Badge tone={tones[message.status] ?? 'neutral'}>{words.state(message.status)}</Badge>}
    </li>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerFull, CustomerMessage } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { messagesQuery } from '../api'

/** What was written to a person, newest first; a message opens to be read. */
export function MessagesTab({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  const { data, error, refetch } = useQuery(messagesQuery(customer.id))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-64" />
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState icon={<MessageSquare aria-hidden />} title={t('noMessagesTitle')} text={t('noMessagesText')} />
      </Card>
    )
  }
  return (
    <ul className="divide-y overflow-hidden rounded-xl border bg-surface">
      {data.map((message) => (
        <li key={message.id}>
          <Message message={message} zone={zone} />
        </li>
      ))}
    </ul>
  )
}

const tones: Record<string, Tone> = {
  failed: 'bad',
  bounced: 'bad',
  queued: 'warn',
  scheduled: 'warn',
  sending: 'warn',
}
const states = ['queued', 'scheduled', 'sending', 'sent', 'delivered', 'failed', 'bounced', 'cancelled'] as const

function Message({ message, zone }: { message: CustomerMessage; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const at = message.sent_at ?? message.created_at
  const state = states.find((one) => one === message.status)
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-sunken sm:px-5">
        <span className="min-w-0 grow basis-60 font-medium break-words">{message.subject || '–'}</span>
        <Badge tone={tones[message.status] ?? 'neutral'}>{state ? t(`message_${state}`) : message.status}</Badge>
        <time dateTime={at} className="text-sm text-faint">
          {format.instant(at, zone)}
        </time>
      </summary>
      <div className="border-t bg-sunken px-4 py-4 text-sm sm:px-5">
        {message.to && <p className="mb-3 text-faint">{t('to', { to: message.to })}</p>}
        <p className="max-w-prose break-words whitespace-pre-line">{message.body_text || t('emptyMessage')}</p>
      </div>
    </details>
  )
}

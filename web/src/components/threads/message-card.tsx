'use client'
import { ChevronRight, Mail, MessageSquareText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { mailbox } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { MessageDeeds } from './message-deeds'
import { MessageState } from './message-state'
import type { Message } from './types'
import { useThreadWords } from './words'

type Props = { message: Message; zone: string; onChanged: () => void }

/** A letter that a template wrote: its name in one line, and all of it on demand. */
export function MessageCard({ message, zone, onChanged }: Props) {
  return (
    <li className="mx-auto w-full max-w-2xl">
      <details className="group rounded-lg border bg-surface">
        <Line message={message} zone={zone} />
        <Letter message={message} />
      </details>
      {message.error && message.channel !== 'email' && (
        <p className="px-3 pt-1 text-xs break-words text-bad">{message.error}</p>
      )}
      <MessageDeeds message={message} onChanged={onChanged} />
    </li>
  )
}

function Line({ message, zone }: Pick<Props, 'message' | 'zone'>) {
  const format = useFormat()
  const words = useThreadWords()
  const at = message.sent_at ?? message.scheduled_at ?? message.created_at
  const Symbol = message.channel === 'email' ? Mail : MessageSquareText
  return (
    <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-1.5 text-sm hover:bg-sunken">
      <ChevronRight aria-hidden className="size-4 shrink-0 text-faint group-open:rotate-90 rtl:-scale-x-100" />
      <Symbol aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">
          <bdi>{message.template_name || words.kind(message.category)}</bdi>
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-faint">
          <time dateTime={at}>{format.instant(at, zone)}</time>
          <MessageState message={message} />
        </span>
      </span>
    </summary>
  )
}

function Letter({ message }: { message: Message }) {
  const t = useTranslations('threads')
  return (
    <div className="border-t px-4 py-3 text-sm">
      {message.to && <p className="mb-1 text-xs break-words text-faint">{t('to', { to: mailbox(message.to) })}</p>}
      {message.subject && (
        <p className="mb-2 font-semibold break-words">
          <bdi>{message.subject}</bdi>
        </p>
      )}
      <p className="max-h-80 overflow-y-auto break-words whitespace-pre-line">
        <bdi>{message.body_text || t('notWritten')}</bdi>
      </p>
    </div>
  )
}

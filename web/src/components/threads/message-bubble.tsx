'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { MessageDeeds } from './message-deeds'
import { MessageState } from './message-state'
import type { Message } from './types'
import { useThreadWords } from './words'

type Props = { message: Message; zone: string; onChanged: () => void }

/** What somebody wrote: guests on one side, staff on the other. */
export function MessageBubble({ message, zone, onChanged }: Props) {
  const isIn = message.direction === 'in'
  return (
    <li className={cx('flex flex-col gap-1', isIn ? 'items-start' : 'items-end')}>
      <Said message={message} />
      <Foot message={message} zone={zone} />
      {message.error && message.status !== 'queued' && (
        <p className="max-w-[88%] px-1 text-xs text-bad">{message.error}</p>
      )}
      <MessageDeeds message={message} onChanged={onChanged} />
    </li>
  )
}

function Said({ message }: { message: Message }) {
  const t = useTranslations('threads')
  const format = useFormat()
  const isIn = message.direction === 'in'
  const isTitled = !isIn && message.channel === 'email' && message.subject !== ''
  return (
    <div
      className={cx(
        'max-w-[min(36rem,88%)] rounded-2xl px-4 py-2.5 text-sm break-words whitespace-pre-line',
        isIn ? 'rounded-es-sm bg-sunken' : 'rounded-ee-sm bg-accent-wash',
        message.status === 'cancelled' && 'text-faint line-through',
      )}
    >
      {isTitled && (
        <p className="mb-1 font-semibold">
          <bdi>{message.subject}</bdi>
        </p>
      )}
      <bdi>{message.written_text || message.body_text || t('emptyMessage')}</bdi>
      {message.attachment_names.length > 0 && (
        <p className="mt-1.5 text-xs text-soft">{t('files', { names: format.shortList(message.attachment_names) })}</p>
      )}
    </div>
  )
}

function Foot({ message, zone }: Pick<Props, 'message' | 'zone'>) {
  const t = useTranslations('threads')
  const format = useFormat()
  const words = useThreadWords()
  const isIn = message.direction === 'in'
  const at = message.sent_at ?? message.scheduled_at ?? message.created_at
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-1 text-xs text-faint">
      <bdi>{isIn ? message.from_address : message.author_name || t('staff')}</bdi>
      <span>{words.way(message.channel)}</span>
      <time dateTime={at}>{format.instant(at, zone)}</time>
      {!isIn && <MessageState message={message} />}
    </p>
  )
}

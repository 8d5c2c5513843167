'use client'
import { Mail, MessageCircle, MessageSquareText, MonitorSmartphone, Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useThreadWords } from '@/components/threads/words'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Conversation } from '../api'

const symbols: Record<string, typeof Mail> = {
  email: Mail,
  sms: MessageSquareText,
  whatsapp: MessageCircle,
  portal: MonitorSmartphone,
}

type Props = { row: Conversation; isOpen: boolean; onOpen: () => void }

/** One conversation in two lines: who, when, and the beginning of what was said last. */
export function ConversationRow({ row, isOpen, onOpen }: Props) {
  return (
    <li>
      <Press
        aria-current={isOpen ? 'true' : undefined}
        onPress={onOpen}
        className={cx('flex w-full flex-col gap-1 px-4 py-3 text-start', isOpen ? 'bg-accent-wash' : 'hover:bg-sunken')}
      >
        <Head row={row} />
        <Last row={row} />
        {row.assigned_to && (
          <span className="text-xs text-faint">
            <bdi>{row.assigned_to.name}</bdi>
          </span>
        )}
      </Press>
    </li>
  )
}

function Head({ row }: { row: Conversation }) {
  const t = useTranslations('inbox')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (
    <span className="flex w-full items-baseline gap-2">
      <span className={cx('min-w-0 grow truncate', row.unread_cnt > 0 ? 'font-semibold' : 'font-medium')}>
        <bdi>{row.name || t('unknown')}</bdi>
        {row.is_vip && <Star aria-label={t('vip')} className="ms-1 inline size-3.5 fill-current text-warn" />}
      </span>
      <time dateTime={row.last_at} className="shrink-0 text-xs text-faint">
        {format.instant(row.last_at, zone)}
      </time>
    </span>
  )
}

function Last({ row }: { row: Conversation }) {
  const t = useTranslations('inbox')
  const words = useThreadWords()
  const format = useFormat()
  const isUnread = row.unread_cnt > 0
  const Symbol = symbols[row.last_channel] ?? Mail
  return (
    <span className="flex w-full items-center gap-2 text-sm">
      <Symbol aria-label={words.way(row.last_channel)} className="size-4 shrink-0 text-faint" />
      <span className={cx('min-w-0 grow truncate', isUnread ? 'text-ink' : 'text-soft')}>
        {row.last_direction === 'out' && <span className="text-faint">{t('you')} </span>}
        <bdi>{row.snippet}</bdi>
      </span>
      {isUnread && (
        <span
          aria-label={t('unread', { count: row.unread_cnt })}
          className="min-w-5 shrink-0 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums"
        >
          {format.number(row.unread_cnt)}
        </span>
      )}
    </span>
  )
}

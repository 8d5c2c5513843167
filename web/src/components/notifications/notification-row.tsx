'use client'
import {
  Banknote,
  Bell,
  CalendarX2,
  CircleAlert,
  CircleCheck,
  Compass,
  Flag,
  MessageCircle,
  PhoneMissed,
  Plug,
  ShieldAlert,
  Ticket,
  type LucideIcon,
  MessagesSquare,
  Wallet,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Notification } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { minutesUntil } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'

const icons: Record<string, LucideIcon> = {
  trip_booked: Ticket,
  trip_attention: CircleAlert,
  trip_flagged: Flag,
  guide_duty: Compass,
  timeslot_overbooked: CircleAlert,
  timeslot_too_few: CircleAlert,
  order_overdue: CalendarX2,
  guest_question: MessageCircle,
  conversation_assigned: MessagesSquare,
  call_missed: PhoneMissed,
  guest_change: CalendarX2,
  payment_received: Banknote,
  hold_expiring: Banknote,
  books_differ: CircleAlert,
  gift_card_codes_guessed: ShieldAlert,
  plugin_failing: Plug,
  new_signin: ShieldAlert,
  device_copied: ShieldAlert,
  cash_left_open: Wallet,
  job_finished: CircleCheck,
  job_failed: CircleAlert,
}

type Props = { row: Notification; onOpen: (row: Notification) => void }

/** One notification: what happened, when, and whether it is new. */
export function NotificationRow({ row, onOpen }: Props) {
  const t = useTranslations('notifications')
  const format = useFormat()
  const Icon = icons[row.kind] ?? Bell
  const isNew = row.read_at === null
  return (
    <Press
      onPress={() => onOpen(row)}
      className="flex w-full items-start gap-3 rounded-md px-3 py-2.5 text-left hover:bg-sunken"
    >
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', row.is_urgent ? 'text-bad' : 'text-faint')} />
      <span className="min-w-0 grow">
        <span className={cx('block text-sm text-pretty', isNew ? 'font-semibold' : 'text-soft')}>
          <bdi>{row.title}</bdi>
          {isNew && <span className="sr-only"> ({t('new')})</span>}
        </span>
        {row.body && <span className="mt-0.5 line-clamp-2 block text-sm text-soft">{row.body}</span>}
        <span className="mt-0.5 block text-xs text-faint">{format.distance(minutesUntil(row.created_at))}</span>
      </span>
      {isNew && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
    </Press>
  )
}

'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { countQuery } from '@/components/notifications/queries'
import { cx } from '@/components/ui/cx'
import { PopoverButton } from '@/components/ui/popover-button'
import { Press } from '@/components/ui/press'
import { useLive } from '@/lib/live/use-live'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'

// Opened a few times an hour: not worth a byte of the first load.
const load = () => import('@/components/notifications/panel')
const NotificationPanel = dynamic(load)
const kinds = ['notification.new'] as const

/** The bell: how much is new, and the latest of it. */
export function BellSlot() {
  const t = useTranslations('shell')
  const session = useSession()
  const { data } = useQuery({ ...countQuery, enabled: !!session })
  const queries = useQueryClient()
  useLive(kinds, () => void queries.invalidateQueries({ queryKey: ['notifications'] }))
  const count = data?.unread ?? session?.unread_cnt ?? 0
  return (
    <PopoverButton
      label={t('unread', { count })}
      onWarm={load}
      button={
        <Press
          aria-label={t('unread', { count })}
          className="relative grid size-9 shrink-0 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11"
        >
          <Bell aria-hidden className="size-[18px]" />
          {count > 0 && <Mark count={count} isUrgent={(data?.alerts ?? 0) > 0} />}
        </Press>
      }
    >
      {(close) => <NotificationPanel close={close} />}
    </PopoverButton>
  )
}

function Mark({ count, isUrgent }: { count: number; isUrgent: boolean }) {
  const format = useFormat()
  return (
    <span
      aria-hidden
      className={cx(
        'absolute top-0.5 right-0.5 min-w-4 rounded-full px-1 text-center text-[10px] leading-4 font-semibold tabular-nums',
        isUrgent ? 'bg-bad text-canvas' : 'bg-accent text-on-accent',
      )}
    >
      {count > 99 ? '99+' : format.number(count)}
    </span>
  )
}

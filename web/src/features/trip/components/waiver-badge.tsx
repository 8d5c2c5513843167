'use client'
import {
  ChevronDown,
  CircleSlash,
  FileCheck,
  FileText,
  FileWarning,
  FileX,
  PenLine,
  RotateCcw,
  ScanLine,
  TabletSmartphone,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { Press } from '@/components/ui/press'
import { chooseFile } from '@/lib/choose-file'
import { useFormat } from '@/lib/use-format'
import { guestName, isLive } from '../model'
import { useTrip } from '../trip-context'
import type { Booking, Order } from '../types'
import { useWaiverDeeds } from '../use-waiver-deeds'
import { badgeOf, wordsFor, type BadgeState } from '../waivers'

const looks: Record<BadgeState, string> = {
  missing: 'bg-warn-wash text-warn',
  signed: 'bg-good-wash text-good',
  marked: 'bg-good-wash text-good',
  unneeded: 'bg-sunken text-soft',
}
const icons = { missing: FileWarning, signed: FileCheck, marked: FileCheck, unneeded: CircleSlash }

type Props = { order: Order; booking: Booking }

/** How far a guest is with signing; pressed, it offers what was signed and what can be said of it. */
export function WaiverBadge({ order, booking }: Props) {
  const t = useTranslations('signing')
  const format = useFormat()
  const entries = useEntries({ order, booking })
  const state = badgeOf(booking.waiver)
  if (!state) return null
  const { required, signed } = booking.waiver
  const Icon = icons[state]
  const shown = (
    <>
      <Icon aria-hidden className="size-3.5" />
      {t(`badge_${state}`)}
      {required > 1 && <span className="tabular-nums">{`${format.number(signed)}/${format.number(required)}`}</span>}
    </>
  )
  const look = cx('inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium', looks[state])
  if (entries.length === 0) return <span className={look}>{shown}</span>
  const label = t('waiversOf', { who: guestName(booking, order) })
  return (
    <Menu label={label} entries={entries}>
      <Press aria-label={`${label}: ${t(`badge_${state}`)}`} className={cx(look, 'min-h-6 pointer-coarse:min-h-11')}>
        {shown}
        <ChevronDown aria-hidden className="size-3" />
      </Press>
    </Menu>
  )
}

const icon = 'size-4'

/** What staff can say of the guest. */
function useSaidEntries({ order, booking }: Props): (MenuEntry | false)[] {
  const t = useTranslations('signing')
  const { may, open } = useTrip()
  const { say } = useWaiverDeeds(order, booking)
  const can = wordsFor(booking.waiver)
  if (!may.checkIn || !isLive(order)) return []
  return [
    can.marked_signed && {
      id: 'paper',
      label: t('signedOnPaper'),
      icon: <PenLine aria-hidden className={icon} />,
      onAction: () => say('marked_signed'),
    },
    can.marked_signed && {
      id: 'tablet',
      label: t('signOnTablet'),
      icon: <TabletSmartphone aria-hidden className={icon} />,
      onAction: () => open({ kind: 'tablet', order: order.id, bookings: [booking.id] }),
    },
    can.not_applicable && {
      id: 'unneeded',
      label: t('notNeeded'),
      icon: <CircleSlash aria-hidden className={icon} />,
      onAction: () => say('not_applicable'),
    },
    can.required && {
      id: 'again',
      label: t('askAgain'),
      icon: <RotateCcw aria-hidden className={icon} />,
      onAction: () => say('required'),
    },
  ]
}

/** What was signed here, what can be said of it, and to take it off. */
function useEntries({ order, booking }: Props): MenuEntry[] {
  const t = useTranslations('signing')
  const { may } = useTrip()
  const { takeOff, addScan } = useWaiverDeeds(order, booking)
  const said = useSaidEntries({ order, booking })
  const signedHere = booking.waiver.waivers.filter((one) => one.waiver_id !== null)
  const unsignedHere = booking.waiver.waivers.filter((one) => one.waiver_id === null && one.template !== null)
  const name = (one: (typeof signedHere)[number]) => one.template?.name ?? ''
  return [
    ...signedHere.map((one): MenuEntry => ({
      id: `pdf-${one.waiver_id}`,
      label: t('openSigned', { name: name(one) }),
      icon: <FileText aria-hidden className={icon} />,
      onAction: () => void window.open(one.pdf_url ?? '', '_blank', 'noreferrer'),
    })),
    ...said,
    ...(may.checkIn && isLive(order) ? unsignedHere : []).map((one): MenuEntry => ({
      id: `scan-${one.template?.id}`,
      label: t('addScan', { name: name(one) }),
      icon: <ScanLine aria-hidden className={icon} />,
      onAction: () =>
        chooseFile('application/pdf,image/jpeg,image/png,image/webp', (file) => addScan(one.template?.id ?? 0, file)),
    })),
    ...(may.edit && isLive(order) ? signedHere : []).map((one): MenuEntry => ({
      id: `off-${one.waiver_id}`,
      label: t('takeOff', { name: name(one) }),
      icon: <FileX aria-hidden className={icon} />,
      isAfterLine: true,
      onAction: () => takeOff(one.waiver_id ?? 0),
    })),
  ].filter((entry) => entry !== false)
}

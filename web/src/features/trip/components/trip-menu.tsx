'use client'
import {
  Ban,
  EllipsisVertical,
  Flag,
  FlagOff,
  LockOpen,
  MailCheck,
  Percent,
  Printer,
  ReceiptText,
  ShoppingBag,
  Ticket,
  Trash2,
  WalletMinimal,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { inGroups } from '@/components/ui/menu-groups'
import type { MenuEntry } from '@/components/ui/menu-types'
import { usePrint } from '@/components/printing/use-print'
import { useCan } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { isLive } from '../model'
import { useTrip } from '../trip-context'
import { useResend } from '../use-resend'

/** The rarer things to do with the whole trip, in groups; what ends it comes last. */
export function TripMenu() {
  const t = useTranslations('trip')
  return (
    <Menu label={t('moreTrip')} entries={useEntries()}>
      <IconButton label={t('moreTrip')}>
        <EllipsisVertical aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}

const icon = 'size-4'

function useEntries(): MenuEntry[] {
  const t = useTranslations('trip')
  return inGroups([
    [t('group_money'), useMoney()],
    [t('group_papers'), usePapers()],
    [t('group_marks'), useMarks()],
    [t('group_end'), useEnds()],
  ])
}

type Entries = (MenuEntry | false)[]

function useMoney(): Entries {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  return [
    may.edit && {
      id: 'products',
      label: t('addProduct'),
      icon: <ShoppingBag aria-hidden className={icon} />,
      onAction: () => open({ kind: 'products' }),
    },
    may.reprice && {
      id: 'discount',
      label: t('discount'),
      icon: <Percent aria-hidden className={icon} />,
      onAction: () => open({ kind: 'discount' }),
    },
    may.deposit && {
      id: 'deposit',
      label: t('deposit'),
      icon: <WalletMinimal aria-hidden className={icon} />,
      onAction: () => open({ kind: 'deposit' }),
    },
    may.tax && {
      id: 'tax',
      label: t(trip.is_tax_exempt ? 'taxOn' : 'taxOff'),
      icon: <ReceiptText aria-hidden className={icon} />,
      onAction: () => open({ kind: 'tax' }),
    },
  ]
}

/** What of the trip goes to the guest or on paper. */
function usePapers(): Entries {
  const t = useTranslations('trip')
  const go = useGo()
  const resend = useResend()
  const { id, trip } = useTrip()
  const prints = usePrints()
  const isSold = ['reserved', 'under_review'].includes(trip.status.slug) && trip.schedule_state !== 'cancelled'
  return [
    resend !== null && {
      id: 'resend',
      label: t('resendConfirmation'),
      icon: <MailCheck aria-hidden className={icon} />,
      onAction: resend,
    },
    {
      id: 'print',
      label: t('print'),
      icon: <Printer aria-hidden className={icon} />,
      onAction: () => go('tripPrint', { trip: id }),
    },
    ...prints,
    isSold && {
      id: 'voucher',
      label: t('voucherPdf'),
      icon: <Ticket aria-hidden className={icon} />,
      onAction: () => void window.open(`/api/voucher/${trip.hash}/pdf`, '_blank', 'noopener'),
    },
  ]
}

/** What comes out of the printers at the counter. */
function usePrints(): Entries {
  const t = useTranslations('print')
  const { trip } = useTrip()
  const print = usePrint()
  const mayPrint = useCan('ticket.print')
  const isSold = ['reserved', 'under_review'].includes(trip.status.slug) && trip.schedule_state !== 'cancelled'
  if (!mayPrint || !isSold) return []
  return (['ticket', 'label', 'receipt'] as const).map((kind) => ({
    id: `print-${kind}`,
    label: t(kind),
    icon: <Printer aria-hidden className={icon} />,
    onAction: () => print({ kind, trip_id: trip.id }),
  }))
}

/** What is done about a trip rather than to it. */
function useMarks(): Entries {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  return [
    may.note &&
      !trip.flag && {
        id: 'flag',
        label: t('setFlag'),
        icon: <Flag aria-hidden className={icon} />,
        onAction: () => open({ kind: 'flag' }),
      },
    may.note &&
      !!trip.flag && {
        id: 'clearFlag',
        label: t('clearFlag'),
        icon: <FlagOff aria-hidden className={icon} />,
        onAction: () => open({ kind: 'clearFlag' }),
      },
    may.unlock && {
      id: 'unlock',
      label: t('unlock'),
      icon: <LockOpen aria-hidden className={icon} />,
      onAction: () => open({ kind: 'unlock' }),
    },
  ]
}

/** What ends a trip: the usual way first, what leaves nothing of it last. */
function useEnds(): Entries {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  const isReview = trip.status.slug === 'under_review'
  const [order, ...rest] = trip.tripOrders.filter(isLive).map(({ id }) => id)
  return [
    may.cancel &&
      order !== undefined && {
        id: 'cancel',
        label: t('cancelTrip'),
        icon: <Ban aria-hidden className={icon} />,
        isDanger: true,
        onAction: () => open({ kind: 'cancel', order, rest }),
      },
    (isReview ? may.review : may.remove) && {
      id: 'delete',
      label: t(isReview ? 'decline' : 'delete'),
      icon: <Trash2 aria-hidden className={icon} />,
      isDanger: true,
      isAfterLine: true,
      onAction: () => open({ kind: isReview ? 'decline' : 'delete' }),
    },
  ]
}

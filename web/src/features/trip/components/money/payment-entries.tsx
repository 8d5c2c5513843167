'use client'
import { HandCoins, Mail, NotebookPen, Pencil, Printer, Trash2, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { MenuEntry, OpenMenu } from '@/components/ui/menu-types'
import { MenuWindow } from '@/components/ui/menu-window'
import { useGo } from '@/lib/use-go'
import { mailAgain } from '../../mails'
import { refundable, stateOf } from '../../payments'
import { useTrip } from '../../trip-context'
import type { Payment } from '../../types'

/** Everything that can be done with one payment or refund. */
export function PaymentEntries({ payment, ...menu }: { payment: Payment } & OpenMenu) {
  return <MenuWindow {...menu} entries={useEntries(payment)} />
}

const icon = 'size-4'

function useEntries(payment: Payment): MenuEntry[] {
  const t = useTranslations('money')
  const go = useGo()
  const { id, may, open } = useTrip()
  const about = { payment: payment.id }
  const isPayment = payment.kind === 'payment'
  const entries: (MenuEntry | false)[] = [
    ...useRefundEntries(payment),
    may.notePayment &&
      payment.tip_amount > 0 &&
      isPayment &&
      stateOf(payment) === 'good' && {
        id: 'tip',
        label: t('assignTip'),
        icon: <HandCoins aria-hidden className={icon} />,
        onAction: () => open({ kind: 'tip', ...about }),
      },
    may.notePayment && {
      id: 'note',
      label: t('editNote'),
      icon: <NotebookPen aria-hidden className={icon} />,
      onAction: () => open({ kind: 'paymentNote', ...about }),
    },
    isPayment && {
      id: 'receipt',
      label: t('receipt'),
      icon: <Printer aria-hidden className={icon} />,
      onAction: () => go('receipt', { trip: id }),
    },
    ...useReceiptMail(payment),
    ...useCorrections(payment),
  ]
  return entries.filter((entry) => entry !== false)
}

/** The receipt of what was paid or given back, to whoever booked. */
function useReceiptMail(payment: Payment): (MenuEntry | false)[] {
  const t = useTranslations('money')
  const { id, trip, may, act } = useTrip()
  const { customer, contact } = trip
  const to = contact.email
  const isMoved = ['good', 'disputed'].includes(stateOf(payment))
  if (!may.message || !customer || !to || !isMoved) return []
  return [
    {
      id: 'mail',
      label: t('receiptMail'),
      icon: <Mail aria-hidden className={icon} />,
      onAction: () =>
        act({
          send: mailAgain(id, customer.id, { kind: 'receipt', payment: payment.id }),
          done: t('receiptSent', { to }),
        }),
    },
  ]
}

/** Giving it back, or giving back again what did not get through. */
function useRefundEntries(payment: Payment): (MenuEntry | false)[] {
  const t = useTranslations('money')
  const { may, open } = useTrip()
  return [
    may.refund &&
      payment.is_open_refund && {
        id: 'again',
        label: t('refundAgain'),
        icon: <Undo2 aria-hidden className={icon} />,
        onAction: () => open({ kind: 'refundAgain', payment: payment.id }),
      },
    may.refund &&
      refundable(payment) > 0 && {
        id: 'refund',
        label: t('refund'),
        icon: <Undo2 aria-hidden className={icon} />,
        onAction: () => open({ kind: 'refund', payment: payment.id }),
      },
  ]
}

/** What was taken by hand can have been noted wrongly; what the gateway took is refunded instead. */
function useCorrections({ id, is_editable }: Payment): (MenuEntry | false)[] {
  const t = useTranslations('money')
  const { may, open } = useTrip()
  const isOn = may.editPayment && is_editable
  return [
    isOn && {
      id: 'edit',
      label: t('editPayment'),
      icon: <Pencil aria-hidden className={icon} />,
      isAfterLine: true,
      onAction: () => open({ kind: 'paymentEdit', payment: id }),
    },
    isOn && {
      id: 'remove',
      label: t('removePayment'),
      icon: <Trash2 aria-hidden className={icon} />,
      onAction: () => open({ kind: 'paymentRemove', payment: id }),
    },
  ]
}

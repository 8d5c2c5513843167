'use client'
import { EllipsisVertical } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { lateMenu } from '@/components/ui/menu'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../../trip-context'
import type { Payment } from '../../types'

const EntriesMenu = lateMenu(() => import('./payment-entries').then((file) => file.PaymentEntries))

/** The way to what can be done with one payment or refund. */
export function PaymentMenu({ payment }: { payment: Payment }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip, may } = useTrip()
  const label = t('morePayment', { amount: format.money(payment.amount, trip.currency) })
  if (!may.notePayment && !may.refund && payment.kind !== 'payment') return null
  return (
    <EntriesMenu label={label} of={{ payment }}>
      <IconButton label={label} className="-me-2 -mt-2 shrink-0">
        <EllipsisVertical aria-hidden className="size-5" />
      </IconButton>
    </EntriesMenu>
  )
}

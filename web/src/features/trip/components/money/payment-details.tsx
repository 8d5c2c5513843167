'use client'
import { useTranslations } from 'use-intl'
import { PopoverButton } from '@/components/ui/popover-button'
import { Press } from '@/components/ui/press'
import { late } from '@/lib/late'
import type { Payment } from '../../types'

const load = () => import('./transaction').then((file) => file.Transaction)
const Transaction = late(load)

/** What the gateway knows of a payment that went through it: fee, payout, number. */
export function PaymentDetails({ payment }: { payment: Payment }) {
  const t = useTranslations('money')
  if (payment.intent_id === null) return null
  return (
    <PopoverButton
      label={t('transaction')}
      onWarm={load}
      button={
        <Press className="inline-flex min-h-6 items-center underline hover:text-ink">{t('transactionShow')}</Press>
      }
    >
      {() => <Transaction payment={payment} />}
    </PopoverButton>
  )
}

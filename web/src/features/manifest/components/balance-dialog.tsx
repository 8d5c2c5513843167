'use client'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import type { BalanceQuestion } from '../use-balance-question'

type Props = { question: BalanceQuestion; currency: string; onClose: () => void; onConfirm: () => void }

/** Who still owes how much, before they are checked in all the same. */
export function BalanceDialog({ question, currency, onClose, onConfirm }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  return (
    <ConfirmDialog
      title={t('balanceTitle')}
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      confirmLabel={t('balanceConfirm')}
    >
      <ul className="flex flex-col gap-1">
        {question.owing.map(({ trip, name }) => (
          <li key={trip.id} className="flex items-baseline justify-between gap-4">
            <AppLink
              to="trip"
              params={{ trip: String(trip.id) }}
              prefetch={false}
              className="text-accent hover:underline"
            >
              {name || t('noName')}
            </AppLink>
            <span className="font-medium text-warn tabular-nums">
              {t('amountDue', { amount: format.moneyShort(trip.balance_amount, currency) })}
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

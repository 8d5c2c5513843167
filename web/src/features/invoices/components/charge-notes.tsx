'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import type { Invoice } from '@/components/invoices/api'

/** Money of cards that is on its way back, questioned by a bank, or neither here nor there. */
export function ChargeNotes({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const money = (amount: number) => format.money(amount, invoice.currency)
  const notes = invoice.charges.flatMap((one) => {
    const last4 = one.card_last4 ?? '····'
    const said: [id: string, amount: number, text: string][] = [
      ['left', one.left_amount, t('chargeLeft', { amount: money(one.left_amount), last4 })],
      ['questioned', one.questioned_amount, t('chargeQuestioned', { amount: money(one.questioned_amount) })],
      ['waiting', one.waiting_amount, t('chargeWaiting', { amount: money(one.waiting_amount), last4 })],
    ]
    return said.filter(([, amount]) => amount > 0).map(([kind, , text]) => ({ key: `${one.id}-${kind}`, kind, text }))
  })
  if (notes.length === 0) return null
  return (
    <ul className="mt-3 space-y-2">
      {notes.map(({ key, kind, text }) => (
        <li
          key={key}
          className={cx('rounded-lg bg-sunken px-3 py-2 text-sm text-pretty', kind !== 'waiting' && 'text-bad')}
        >
          {text}
        </li>
      ))}
    </ul>
  )
}

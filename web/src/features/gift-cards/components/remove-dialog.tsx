'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Notice } from '@/components/ui/notice'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { removeCard, type GiftCard } from '../api'
import { renewCards } from '../renew'

const schema = z.object({ reason: rules.name(500) })

type Props = { card: GiftCard; onClose: () => void; onGone: () => void }

/** Make a card void: what is left on it is gone for its owner, so it is said before. */
export function RemoveDialog({ card, onClose, onGone }: Props) {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const queries = useQueryClient()
  const money = (amount: number) => format.money(amount, card.currency)
  const spent = card.purchased_amount + card.promo_amount - card.balance
  return (
    <FormDialog<{ reason: string }, { warnings: { message: string }[] }>
      title={t('removeTitle', { last4: card.last4 })}
      values={{ reason: '' }}
      schema={schema}
      shown={['reason']}
      deed={t('remove')}
      save={({ reason }) => removeCard(card.id, reason, card.version)}
      onSaved={({ warnings }) => {
        toast.success(t('removed'), { description: warnings.map((one) => one.message).join(' ') || undefined })
        renewCards(queries)
        onClose()
        onGone()
      }}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 ps-5 text-soft">
        <li>{t('removeLeft', { amount: money(card.balance) })}</li>
        {card.sold_trip && <li>{t('removeTrip', { code: card.sold_trip.confirmation_code })}</li>}
        <li>{t('removeForever')}</li>
      </ul>
      {spent > 0 && <Notice tone="warn">{t('removeSpent', { amount: money(spent) })}</Notice>}
      <FormText name="reason" label={t('reason')} autoFocus />
    </FormDialog>
  )
}

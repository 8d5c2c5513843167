'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormRadio } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useGo } from '@/lib/use-go'
import { newSale, reloadCard, type GiftCard } from '../api'
import { contactOf } from '../model'
import { renewCards } from '../renew'
import { TripChoice } from './trip-choice'

const schema = z
  .looseObject({ amount: rules.atLeast(1), reason: rules.trimmed(2000) })
  .check(z.refine(({ how, reason }) => how !== 'given' || reason !== '', { path: ['reason'], message: 'required' }))
const shown = ['amount', 'trip', 'buyer_name', 'buyer_email', 'reason']

type Values = {
  how: 'sold' | 'given'
  amount: number | null
  trip: number | null
  buyer_name: string
  buyer_email: string
  reason: string
}

const empty: Values = { how: 'sold', amount: null, trip: null, buyer_name: '', buyer_email: '', reason: '' }

/** More value on a card that is there: sold like a new one, or put on as a present. */
export function ReloadDialog({ card, onClose }: { card: GiftCard; onClose: () => void }) {
  const t = useTranslations('giftCards')
  const queries = useQueryClient()
  const go = useGo()
  const save = async (values: Values) => {
    const trip = values.how === 'sold' ? (values.trip ?? (await newSale(contactOf(values))).id) : null
    const amount = values.amount ?? 0
    const body = trip === null ? { promo_amount: amount, reason: values.reason } : { amount, trip }
    await reloadCard(card.id, { ...body, version: card.version })
    return trip
  }
  return (
    <FormDialog<Values, number | null>
      title={t('reload')}
      values={empty}
      schema={schema}
      shown={shown}
      save={save}
      onSaved={(trip) => {
        renewCards(queries)
        onClose()
        toast.success(t(trip === null ? 'reloaded' : 'reloadWaits'))
        if (trip !== null) go('trip', { trip: String(trip), tab: 'payments' })
      }}
      onClose={onClose}
    >
      <Fields card={card} />
    </FormDialog>
  )
}

function Fields({ card }: { card: GiftCard }) {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const how = useWatch<Values, 'how'>({ name: 'how' })
  return (
    <>
      <p className="text-soft">{t('onCardNow', { amount: format.money(card.balance, card.currency) })}</p>
      <FormMoney name="amount" label={t('reloadAmount')} currency={card.currency} minValue={0} />
      <FormRadio
        name="how"
        label={t('way')}
        options={(['sold', 'given'] as const).map((id) => ({ id, name: t(`way_${id}`), note: t(`way_${id}_note`) }))}
      />
      {how === 'sold' ? <TripChoice /> : <FormText name="reason" label={t('reason')} hint={t('reasonHint')} />}
    </>
  )
}

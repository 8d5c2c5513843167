'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormRadio } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { activateCard, newSale } from '../api'
import { contactOf } from '../model'
import { TripChoice } from './trip-choice'

const schema = z
  .looseObject({ reason: rules.trimmed(2000) })
  .check(z.refine(({ how, reason }) => how !== 'given' || reason !== '', { path: ['reason'], message: 'required' }))
const shown = ['trip', 'buyer_name', 'buyer_email', 'reason']

type Values = { how: 'sold' | 'given'; trip: number | null; buyer_name: string; buyer_email: string; reason: string }

const empty: Values = { how: 'sold', trip: null, buyer_name: '', buyer_email: '', reason: '' }

type Props = { card: number | string; onDone: () => void; onClose: () => void }

/** A card out of the drawer becomes good: somebody buys it, or it is given away. */
export function ActivateDialog({ card, onDone, onClose }: Props) {
  const t = useTranslations('giftCards')
  const go = useGo()
  const save = async (values: Values) => {
    const trip = values.how === 'sold' ? (values.trip ?? (await newSale(contactOf(values))).id) : null
    await activateCard(card, trip === null ? { reason: values.reason } : { trip })
    return trip
  }
  return (
    <FormDialog<Values, number | null>
      title={t('activate')}
      values={empty}
      schema={schema}
      shown={shown}
      label={t('activate')}
      save={save}
      onSaved={(trip) => {
        onDone()
        onClose()
        toast.success(t(trip === null ? 'activated' : 'reloadWaits'))
        if (trip !== null) go('trip', { trip: String(trip), tab: 'payments' })
      }}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  )
}

function Fields() {
  const t = useTranslations('giftCards')
  const how = useWatch<Values, 'how'>({ name: 'how' })
  return (
    <>
      <FormRadio
        name="how"
        label={t('way')}
        options={(['sold', 'given'] as const).map((id) => ({ id, name: t(`way_${id}`), note: t(`way_${id}_note`) }))}
      />
      {how === 'sold' ? <TripChoice /> : <FormText name="reason" label={t('reason')} hint={t('reasonHint')} />}
    </>
  )
}

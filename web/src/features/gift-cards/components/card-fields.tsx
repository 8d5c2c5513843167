'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormRadio, FormSelect } from '@/components/form-choices'
import { FormMoney, FormText, useField } from '@/components/form-fields'
import { DateField } from '@/components/ui/date-field'
import { dayIn } from '@/lib/dates'
import { languageName, languages } from '@/lib/languages'
import { deliveries, type Draft, type Way } from '../model'

/** What a new card is worth, and what it costs where that is not the same. */
export function ValueFields({ currency }: { currency: string }) {
  const t = useTranslations('giftCards')
  const way = useWatch<Draft, 'way'>({ name: 'way' })
  if (way === 'given') {
    return (
      <>
        <FormMoney name="value" label={t('value')} hint={t('givenHint')} currency={currency} minValue={0} />
        <FormText name="reason" label={t('reason')} hint={t('reasonHint')} />
      </>
    )
  }
  return (
    <div className={way === 'sold' ? 'grid gap-4 sm:grid-cols-3' : 'grid gap-4 sm:grid-cols-2'}>
      <FormMoney name="value" label={t('value')} currency={currency} minValue={0} />
      {way === 'sold' && (
        <FormMoney name="price" label={t('price')} hint={t('priceHint')} currency={currency} minValue={0} />
      )}
      <FormMoney name="bonus" label={t('bonus')} hint={t('bonusHint')} currency={currency} minValue={0} />
    </div>
  )
}

/** Whom the card is for and what it says; a card of paper is written on by hand. */
export function PersonFields({ way }: { way: Way }) {
  const t = useTranslations('giftCards')
  if (way === 'printed')
    return <FormText name="code" label={t('printedCode')} hint={t('printedCodeHint')} autoComplete="off" />
  const options = languages.map((id) => ({ id, name: languageName(id) }))
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText name="recipient_name" label={t('recipient')} autoComplete="off" maxLength={160} />
        <FormText name="sender_name" label={t('sender')} autoComplete="off" maxLength={160} />
      </div>
      <FormText name="message" label={t('message')} rows={3} maxLength={600} />
      <FormText name="recipient_email" type="email" label={t('email')} hint={t('emailHint')} autoComplete="off" />
      <DeliveryFields />
      <FormSelect name="locale" label={t('language')} options={options} hint={t('languageHint')} />
    </>
  )
}

/** When the mail goes out: only where there is somebody to write to. */
function DeliveryFields() {
  const t = useTranslations('giftCards')
  const [email, delivery] = useWatch<Draft, ['recipient_email', 'delivery']>({ name: ['recipient_email', 'delivery'] })
  if (!email) return null
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <FormRadio
        name="delivery"
        label={t('delivery')}
        options={deliveries.map((id) => ({ id, name: t(`delivery_${id}`) }))}
      />
      {delivery === 'day' && <Day name="deliver_on" label={t('deliverOn')} hint={t('deliverOnHint')} />}
    </div>
  )
}

export function Day({ name, label, hint }: { name: keyof Draft; label: string; hint?: string }) {
  const today = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { value, onChange, error } = useField<string | null>(name)
  return (
    <DateField label={label} hint={hint} value={value} today={today} min={today} onChange={onChange} error={error} />
  )
}

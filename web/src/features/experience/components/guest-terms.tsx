'use client'
import { useTranslations } from 'use-intl'
import { FormMultiSelect, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { audiences, waivers } from '../guests'

type Props = { name: string; placeholder: string; others: { id: number; name: string }[] }

/** Ages, how many, with whom, and who may book this kind of guest. */
export function GuestTerms({ name, placeholder, others }: Props) {
  const t = useTranslations('experience')
  return (
    <div className="mt-3 grid grid-cols-2 gap-4 rounded-md bg-sunken p-4 sm:grid-cols-4">
      <FormText name={`${name}.label`} label={t('shownAs')} placeholder={placeholder} className="col-span-2" />
      <FormNumber name={`${name}.min_age`} label={t('ageFrom')} minValue={0} maxValue={150} />
      <FormNumber name={`${name}.max_age`} label={t('ageTo')} minValue={0} maxValue={150} />
      <FormNumber name={`${name}.min_qty`} label={t('least')} minValue={0} />
      <FormNumber name={`${name}.max_qty`} label={t('most')} minValue={0} />
      <FormNumber name={`${name}.pax_per_booking`} label={t('paxPer')} minValue={1} className="col-span-2" />
      <div className="col-span-2 grid gap-4 sm:col-span-4 sm:grid-cols-2">
        {others.length > 0 && (
          <FormMultiSelect
            name={`${name}.accompanied_by`}
            label={t('accompanied')}
            options={others}
            hint={t('accompaniedHint')}
          />
        )}
        <FormSelect
          name={`${name}.audience`}
          label={t('bookedBy')}
          options={audiences.map((id) => ({ id, name: t(`audience_${id}`) }))}
        />
        <FormSelect
          name={`${name}.requires_waiver`}
          label={t('waiverOfTicket')}
          options={waivers.map((id) => ({ id, name: t(`waiver_${id}`) }))}
          hint={t('waiverOfTicketHint')}
        />
      </div>
      <div className="col-span-2 space-y-3 sm:col-span-4">
        <FormSwitch name={`${name}.is_consume_capacity`}>{t('takesSeat')}</FormSwitch>
        <FormSwitch name={`${name}.is_exclude_from_min_price`} hint={t('notFromHint')}>
          {t('notFrom')}
        </FormSwitch>
      </div>
    </div>
  )
}

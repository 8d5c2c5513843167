'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { KioskTerms, KioskTermsIn } from '@/api/device-models'
import { FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber } from '@/components/form-fields'
import { kioskTermsQuery, saveKioskTerms } from '../printing-api'
import { KioskPin, type PinDeed } from './kiosk-pin'

const shown = ['opens_minutes', 'closes_minutes', 'idle_seconds', 'pin']

type Values = Omit<KioskTermsIn, 'pin'> & { pin: string; pin_deed: PinDeed }

function valuesOf({ has_pin, ...terms }: KioskTerms): Values {
  return { ...terms, pin: '', pin_deed: has_pin ? 'keep' : 'set' }
}

/** What is sent for the PIN: null leaves it as it is, an empty one takes it away. */
const pinOf = ({ pin, pin_deed }: Pick<Values, 'pin' | 'pin_deed'>): string | null =>
  pin_deed === 'remove' ? '' : pin_deed === 'set' && pin ? pin : null

/** A PIN that is set has four to eight digits; where there is none, it may stay so. */
function schemaWith(hasPin: boolean, message: string) {
  const isFine = (typed: unknown): boolean => {
    const { pin, pin_deed } = typed as Values
    return pin_deed !== 'set' || (pin === '' && !hasPin) || /^[0-9]{4,8}$/.test(pin)
  }
  return z.looseObject({}).check(z.refine(isFine, { path: ['pin'], error: message }))
}

/** When check-in opens at kiosks, what is asked of guests, and the PIN. */
export function KioskDialog({ terms, onClose }: { terms: KioskTerms; onClose: () => void }) {
  const t = useTranslations('devices')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, KioskTerms>
      title={t('kioskTitle')}
      values={valuesOf(terms)}
      schema={schemaWith(terms.has_pin, t('kioskPinDigits'))}
      shown={shown}
      save={({ pin, pin_deed, ...values }) => saveKioskTerms({ ...values, pin: pinOf({ pin, pin_deed }) })}
      onSaved={(saved) => {
        queries.setQueryData(kioskTermsQuery.queryKey, saved)
        onClose()
      }}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FormNumber name="opens_minutes" label={t('kioskOpens')} minValue={0} maxValue={2880} />
        <FormNumber name="closes_minutes" label={t('kioskCloses')} minValue={0} maxValue={2880} />
        <FormNumber name="idle_seconds" label={t('kioskIdle')} minValue={15} maxValue={300} />
      </div>
      <FormSwitch name="allows_unpaid" hint={t('kioskUnpaidHint')}>
        {t('kioskUnpaid')}
      </FormSwitch>
      <FormSwitch name="finds_by_name" hint={t('kioskByNameHint')}>
        {t('kioskByName')}
      </FormSwitch>
      <FormSwitch name="prints_tickets" hint={t('kioskPrintsHint')}>
        {t('kioskPrints')}
      </FormSwitch>
      <KioskPin hasPin={terms.has_pin} />
    </FormDialog>
  )
}

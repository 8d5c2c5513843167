'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { KioskTerms, KioskTermsIn } from '@/api/device-models'
import { FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText } from '@/components/form-fields'
import { kioskTermsQuery, saveKioskTerms } from '../printing-api'

const schema = z.looseObject({})
const shown = ['opens_minutes', 'closes_minutes', 'idle_seconds', 'pin']

type Values = Omit<KioskTermsIn, 'pin'> & { pin: string }

function valuesOf({ has_pin: _, ...terms }: KioskTerms): Values {
  return { ...terms, pin: '' }
}

/** When check-in opens at kiosks, what is asked of guests, and the PIN. */
export function KioskDialog({ terms, onClose }: { terms: KioskTerms; onClose: () => void }) {
  const t = useTranslations('devices')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, KioskTerms>
      title={t('kioskTitle')}
      values={valuesOf(terms)}
      schema={schema}
      shown={shown}
      save={({ pin, ...values }) => saveKioskTerms({ ...values, pin: pin || null })}
      onSaved={(saved) => {
        queries.setQueryData(kioskTermsQuery.queryKey, saved)
        onClose()
      }}
      onClose={onClose}
    >
      <FormNumber name="opens_minutes" label={t('kioskOpens')} minValue={0} maxValue={2880} />
      <FormNumber name="closes_minutes" label={t('kioskCloses')} minValue={0} maxValue={2880} />
      <FormNumber name="idle_seconds" label={t('kioskIdle')} minValue={15} maxValue={300} />
      <FormSwitch name="allows_unpaid">{t('kioskUnpaid')}</FormSwitch>
      <FormSwitch name="finds_by_name" hint={t('kioskByNameHint')}>
        {t('kioskByName')}
      </FormSwitch>
      <FormSwitch name="prints_tickets" hint={t('kioskPrintsHint')}>
        {t('kioskPrints')}
      </FormSwitch>
      <FormText name="pin" label={t('kioskPin')} hint={t('kioskPinHint')} inputMode="numeric" />
    </FormDialog>
  )
}

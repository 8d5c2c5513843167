'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { FxRate } from '@/api/platform-models'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Notice } from '@/components/ui/notice'
import * as rules from '@/lib/rules'
import { saveRate } from '../api'
import { plain, type Lack } from '../rates'

type Values = { currency: string; month: string; average: string; month_end: string }

const schema = z.looseObject({
  currency: rules.name(3),
  month: rules.name(7),
  average: rules.name(20),
  month_end: rules.name(20),
})
const shown = ['currency', 'month', 'average', 'month_end']

/** A month's rate, new or corrected; what was converted for good keeps the rate it had. */
export function RateDialog({ rate, onClose }: { rate: FxRate | Lack; onClose: () => void }) {
  const t = useTranslations('kpis')
  const queries = useQueryClient()
  const known = 'version' in rate ? rate : null
  return (
    <FormDialog<Values, FxRate>
      title={t(known ? 'editRate' : 'addRate')}
      values={valuesOf(rate, known)}
      schema={schema}
      shown={shown}
      save={(typed) => saveRate({ ...readable(typed), version: known?.version ?? null })}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: ['kpis'] })
        onClose()
      }}
      onClose={onClose}
    >
      {known?.is_final && <Notice tone="warn">{t('rateIsFrozen')}</Notice>}
      {known ? <p className="font-medium">{`${known.currency} ${known.month.slice(0, 7)}`}</p> : <Which rate={rate} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText
          name="average"
          label={t('average')}
          inputMode="decimal"
          hint={t('perEuro')}
          autoFocus={!!rate.currency}
        />
        <FormText name="month_end" label={t('monthEnd')} inputMode="decimal" hint={t('perEuro')} />
      </div>
    </FormDialog>
  )
}

const valuesOf = (rate: FxRate | Lack, known: FxRate | null): Values => ({
  currency: rate.currency,
  month: rate.month.slice(0, 7),
  average: known ? plain(known.average) : '',
  month_end: known ? plain(known.month_end) : '',
})

/** What was typed as the server reads it: a comma is a point, a currency is in capitals. */
const readable = ({ currency, month, average, month_end }: Values): Values => ({
  currency: currency.toUpperCase(),
  month,
  average: average.replace(',', '.'),
  month_end: month_end.replace(',', '.'),
})

function Which({ rate }: { rate: FxRate | Lack }) {
  const t = useTranslations('kpis')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormText name="currency" label={t('currency')} maxLength={3} placeholder="USD" autoFocus={!rate.currency} />
      <FormText name="month" label={t('month')} maxLength={7} placeholder={t('cohortExample')} />
    </div>
  )
}

'use client'
import { useTranslations } from 'use-intl'
import { MoneyField } from '@/components/ui/money-field'
import { guestName } from '@/features/experience/guest-name'
import { useFormat } from '@/lib/use-format'
import { countSaid } from '../values'
import { Fold } from './fold'
import { useRuleForm } from './rule-form'

/** Prices of these departures alone. */
export function PriceFields() {
  const t = useTranslations('availability')
  const format = useFormat()
  const { values, change, errors, experience, properties } = useRuleForm()
  const said = countSaid(values.prices)
  return (
    <Fold
      title={t('prices')}
      summary={said ? t('sumPrices', { count: said }) : t('sumNoPrices')}
      isWrong={Object.keys(errors).some((name) => name.startsWith('price_override'))}
    >
      <p className="text-sm text-pretty text-soft">{t('pricesHint')}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        {experience.customerTypes.map((kind) => (
          <MoneyField
            key={kind.id}
            label={guestName(kind)}
            currency={properties.currency}
            value={values.prices[kind.id] ?? null}
            onChange={(price) => change({ prices: { ...values.prices, [kind.id]: price } })}
            minValue={0}
            placeholder={format.money(kind.base_price, properties.currency)}
            error={errors[`price_override.${kind.id}`]}
          />
        ))}
      </div>
      {errors.price_override && <p className="text-sm text-bad">{errors.price_override}</p>}
    </Fold>
  )
}

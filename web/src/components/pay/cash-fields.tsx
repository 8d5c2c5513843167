'use client'
import { useTranslations } from 'use-intl'
import { currencyDigits } from '@/lib/money'
import { useFormat } from '@/lib/use-format'
import { MoneyField } from '../ui/money-field'
import { changeOf, isEnough, quickAmounts } from './cash'
import { Keypad } from './keypad'
import { Tile } from './tile'

type Props = {
  currency: string
  /** What is asked for in coins, the tip included. */
  total: number
  /** What of it coins add, or (negative) take off. */
  rounding: number
  given: number | null
  onChange: (given: number | null) => void
  isLarge?: boolean
}

/** What lies on the counter, and what goes back: large, since it is read across it. */
export function CashFields({ currency, total, rounding, given, onChange, isLarge }: Props) {
  const t = useTranslations('pay')
  const format = useFormat()
  const missing = isEnough(given, total) ? undefined : format.money(total - (given ?? 0), currency)
  return (
    <div className="space-y-3">
      <Rounded {...{ currency, total, rounding }} />
      <MoneyField
        label={t('given')}
        currency={currency}
        value={given}
        minValue={0}
        onChange={onChange}
        error={missing && t('notEnoughCash', { amount: missing })}
      />
      <div role="group" aria-label={t('quickAmounts')} className="flex flex-wrap gap-2">
        {quickAmounts(total, currencyDigits(currency)).map((amount) => (
          <Tile key={amount} isLarge={isLarge} isChosen={given === amount} onPress={() => onChange(amount)}>
            {format.moneyShort(amount, currency)}
          </Tile>
        ))}
      </div>
      <Keypad label={t('pad')} value={given} onChange={onChange} />
      <p role="status" className="flex items-baseline justify-between gap-4 rounded-md bg-sunken px-4 py-3">
        <span className="font-medium">{t('change')}</span>
        <span className="text-2xl font-semibold tabular-nums">{format.money(changeOf(given, total), currency)}</span>
      </p>
    </div>
  )
}

/** What is to be paid in cash, where coins cannot pay the sum itself. */
function Rounded({ currency, total, rounding }: Pick<Props, 'currency' | 'total' | 'rounding'>) {
  const t = useTranslations('pay')
  const common = useTranslations('common')
  const format = useFormat()
  if (rounding === 0) return null
  return (
    <p role="status" className="flex items-baseline justify-between gap-4">
      <span>
        <span className="font-medium">{t('toPayCash')}</span>
        <span className="block text-sm text-faint tabular-nums">
          {common('rounding')} {format.money(rounding, currency)}
        </span>
      </span>
      <span className="text-xl font-semibold tabular-nums">{format.money(total, currency)}</span>
    </p>
  )
}

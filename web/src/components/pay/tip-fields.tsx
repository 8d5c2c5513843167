'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { MoneyField } from '../ui/money-field'
import { Tile } from './tile'
import { tipChoices } from './tips'

type Props = {
  currency: string
  /** What the shares are of. */
  subtotal: number
  /** Suggested shares in millionths. */
  shares: readonly number[]
  tip: number
  onChange: (tip: number) => void
  isLarge?: boolean
}

/** A tip: none, one of the usual shares, or any amount. */
export function TipFields({ currency, subtotal, shares, tip, onChange, isLarge }: Props) {
  const t = useTranslations('pay')
  const format = useFormat()
  const choices = tipChoices(subtotal, shares)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('tip')}</legend>
      <div className="grid grid-cols-4 gap-2">
        <Tile isLarge={isLarge} isChosen={tip === 0} onPress={() => onChange(0)}>
          {t('noTip')}
        </Tile>
        {choices.map(({ ppm, amount }) => (
          <Tile key={ppm} isLarge={isLarge} isChosen={tip === amount} onPress={() => onChange(amount)} className="py-1">
            <span className="block">{t('share', { share: format.number(ppm / 10_000) })}</span>
            <span className="block text-xs font-normal">{format.moneyShort(amount, currency)}</span>
          </Tile>
        ))}
      </div>
      <MoneyField
        label={t('otherTip')}
        isLabelHidden
        placeholder={t('otherTip')}
        currency={currency}
        value={tip && !choices.some(({ amount }) => amount === tip) ? tip : null}
        minValue={0}
        onChange={(typed) => onChange(typed ?? 0)}
        className="mt-2"
      />
    </fieldset>
  )
}

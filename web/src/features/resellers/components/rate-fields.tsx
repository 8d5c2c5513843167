'use client'
import { useTranslations } from 'use-intl'
import { FormPercent } from '@/components/form-choices'
import { FormMoney } from '@/components/form-fields'
import type { TermWay } from '../model'

type Props = {
  /** Where the rate stands in the form: "" or "terms.3.". */
  at: string
  way: TermWay
  currency: string
  isLabelHidden?: boolean
}

/** How much, in the way that was chosen. */
export function RateFields({ at, way, currency, isLabelHidden }: Props) {
  const t = useTranslations('resellers')
  const common = { isLabelHidden }
  switch (way) {
    case 'share':
      return <FormPercent {...common} name={`${at}commission_ppm`} label={t('commission')} max={1_000_000} />
    case 'amount':
      return (
        <FormMoney
          {...common}
          name={`${at}commission_amount`}
          label={t('col_commission_amount')}
          currency={currency}
          minValue={0}
        />
      )
    case 'wholesale':
      return <FormPercent {...common} name={`${at}wholesale_ppm`} label={t('shareOfPrice')} max={1_000_000} />
    default:
      return null
  }
}

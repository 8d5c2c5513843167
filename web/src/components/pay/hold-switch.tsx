'use client'
import { useTranslations } from 'use-intl'
import { Switch } from '../ui/switch'
import { usePay } from './pay-context'

/** The amount is only set aside on the card, to be taken later or let go. */
export function HoldSwitch() {
  const t = useTranslations('pay')
  const { taking, change } = usePay()
  return (
    <Switch isSelected={taking.isHold} onChange={(isHold) => change({ isHold })} hint={t('holdHint')}>
      {t('holdOnly')}
    </Switch>
  )
}

'use client'
import { useTranslations } from 'use-intl'
import { useCan } from '@/lib/session'
import { Checkbox } from '../ui/checkbox'
import { Notice } from '../ui/notice'
import { isAtPartner } from './model'
import { usePay } from './pay-context'

/** Says that the customer pays the partner, before anybody takes their money twice; some may do so on purpose. */
export function PartnerNotice() {
  const t = useTranslations('pay')
  const { host, taking, change, isBusy } = usePay()
  const mayTakeAnyway = useCan('payment.edit')
  if (!isAtPartner(host.trip) && !taking.isAnyway) return null
  const name = host.trip.reseller?.name
  return (
    <Notice tone="warn">
      <p>{name ? t('atPartner', { name }) : t('failed_paid_at_partner')}</p>
      {mayTakeAnyway && (
        <Checkbox
          isSelected={taking.isAnyway}
          isDisabled={isBusy}
          onChange={(isAnyway) => change({ isAnyway, part: 'balance', typed: null, given: null })}
        >
          {t('takeAnyway')}
        </Checkbox>
      )}
      {taking.isAnyway && name && <p>{t('takeAnywayHint', { name })}</p>}
    </Notice>
  )
}

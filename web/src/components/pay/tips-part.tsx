'use client'
import { useSession } from '@/lib/session'
import { usePay } from './pay-context'
import { TipFields } from './tip-fields'

/** What is suggested where the operator did not say: a tenth, fifteen and twenty hundredths. */
const usual = [100_000, 150_000, 200_000]

/** The tip of the payment that is being taken. */
export function Tips() {
  const { host, taking, change, isLarge } = usePay()
  const { trip } = host
  const shares = useTipShares()
  if (!shares) return null
  return (
    <TipFields
      currency={trip.currency}
      subtotal={trip.totals.subtotal + trip.totals.discount}
      shares={shares}
      tip={taking.tip}
      onChange={(tip) => change({ tip, given: null })}
      isLarge={isLarge}
    />
  )
}

/** Shares to suggest; null where the operator takes no tips. */
function useTipShares(): readonly number[] | null {
  const properties = useSession()?.properties
  if (!properties || properties.tip_mode === 'disabled') return null
  return properties.tip_suggested_ppm.length > 0 ? properties.tip_suggested_ppm.slice(0, 3) : usual
}

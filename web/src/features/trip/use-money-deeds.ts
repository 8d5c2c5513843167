'use client'
import { useTranslations } from 'use-intl'
import { send } from './send'
import { useTrip } from './trip-context'
import type { Adjustment, AppliedCode } from './types'

/** What is taken off the price without a form, each with the way back. */
export function useMoneyDeeds() {
  const t = useTranslations('trip')
  const { id, act } = useTrip()
  const at = { trip: id }
  return {
    removeCode: ({ id: offer_code_id, code }: AppliedCode) =>
      act({
        send: ({ version }) => send('/api/trip/{trip}/payments/offerCode/remove', at, { offer_code_id, version }),
        done: t('done_codeRemoved', { code }),
        undo: { send: ({ version }) => send('/api/trip/{trip}/payments/offerCode/add', at, { code, version }) },
      }),
    removeAdjustment: ({ id: adjustment_id, amount, ppm, trip_order_id, booking_id, label, reason }: Adjustment) =>
      act({
        send: ({ version }) => send('/api/trip/{trip}/adjustment/remove', at, { adjustment_id, version }),
        done: t('done_discountRemoved'),
        undo: {
          send: ({ version }) =>
            send('/api/trip/{trip}/adjustment/add', at, {
              amount,
              ppm,
              trip_order_id,
              booking_id,
              label,
              reason,
              version,
            }),
        },
      }),
  }
}

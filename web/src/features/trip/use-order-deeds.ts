'use client'
import { useTranslations } from 'use-intl'
import { send } from './send'
import { useTrip } from './trip-context'
import type { Change, Order } from './types'

/** What is done with one order without a form. */
export function useOrderDeeds(order: Order) {
  const t = useTranslations('trip')
  const { act } = useTrip()
  const comp = (is_comped: boolean, reason = ''): Change['send'] => {
    const at = { tripOrder: order.id }
    return ({ version }) => send('/api/tripOrder/{tripOrder}/toggleComp', at, { is_comped, reason, version })
  }
  return {
    uncomp: () =>
      act({
        send: comp(false),
        done: t('done_uncomped', { who: order.experience.name }),
        undo: { send: comp(true, t('undoReason')) },
      }),
  }
}

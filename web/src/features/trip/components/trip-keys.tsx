'use client'
import { useTranslations } from 'use-intl'
import { useGo } from '@/lib/use-go'
import { useHotkeys, type Hotkey } from '@/lib/use-hotkeys'
import { isLive } from '../model'
import { canRefundAny } from '../payments'
import { useTrip } from '../trip-context'

/** The keys of the trip page; those about an order mean the first one that stands. */
export function TripKeys() {
  const t = useTranslations('trip')
  const money = useTranslations('money')
  const go = useGo()
  const { id, trip, may, open } = useTrip()
  const order = trip.tripOrders.find(isLive)?.id
  const keys: (Hotkey | false)[] = [
    may.reserve && { keys: 'r', label: t('step_reserve'), action: () => open({ kind: 'reserve' }) },
    order !== undefined &&
      may.edit && { keys: 'a', label: t('addGuests'), action: () => open({ kind: 'addGuests', order }) },
    order !== undefined &&
      may.rebook && { keys: 'm', label: t('rebook'), action: () => open({ kind: 'rebook', order }) },
    order !== undefined && may.edit && { keys: 'x', label: t('extras'), action: () => open({ kind: 'extras', order }) },
    may.pay && trip.totals.balance > 0 && { keys: 'c', label: money('take'), action: () => open({ kind: 'pay' }) },
    may.refund && canRefundAny(trip) && { keys: 'b', label: money('refund'), action: () => open({ kind: 'refund' }) },
    may.offer && { keys: 'o', label: t('code'), action: () => open({ kind: 'code' }) },
    may.reprice && { keys: 'd', label: t('discount'), action: () => open({ kind: 'discount' }) },
    may.note && { keys: 'e', label: t('editContact'), action: () => open({ kind: 'contact' }) },
    may.note && { keys: 'w', label: t('writeNote'), action: () => document.getElementById('trip-note')?.focus() },
    may.note && {
      keys: 'f',
      label: t(trip.flag ? 'clearFlag' : 'setFlag'),
      action: () => open({ kind: trip.flag ? 'clearFlag' : 'flag' }),
    },
    { keys: 'p', label: t('print'), action: () => go('tripPrint', { trip: id }) },
  ]
  useHotkeys(keys.filter((one) => one !== false))
  return null
}

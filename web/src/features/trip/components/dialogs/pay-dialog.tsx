'use client'
import { lastWay } from '@/components/pay/last-way'
import { PayWindow } from '@/components/pay/pay-window'
import { useTrip } from '../../trip-context'
import type { DialogProps } from '../types'

/** Take money for this trip. */
export function PayDialog({ onClose }: DialogProps<'pay'>) {
  const { trip, ask } = useTrip()
  return (
    <PayWindow host={{ trip, ask: (send) => ask({ send }), notify: true }} start={lastWay('card')} onClose={onClose} />
  )
}

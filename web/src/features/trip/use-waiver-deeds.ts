'use client'
import { useTranslations } from 'use-intl'
import type { WaiverWord } from '@/components/waivers/api'
import { guestName } from './model'
import { send } from './send'
import { useTrip } from './trip-context'
import type { Booking, Change, Order } from './types'

/** What is said of a guest's waivers without a form. */
export function useWaiverDeeds(order: Order, booking: Booking) {
  const t = useTranslations('signing')
  const { act } = useTrip()
  const who = guestName(booking, order)
  const at = { booking: booking.id }
  const word = (state: WaiverWord): Change['send'] => {
    return ({ version }) => send('/api/booking/{booking}/waiverStatus/set', at, { state, version })
  }
  return {
    say: (state: WaiverWord) =>
      act({
        send: word(state),
        done: t(`done_${state}`, { who }),
        undo: state === 'required' ? undefined : { send: word('required') },
      }),
    addScan: (template: number, file: File) => {
      const form = new FormData()
      form.set('file', file)
      act({
        send: () =>
          send('/api/booking/{booking}/waiverScan/{waiverTemplate}/save', { ...at, waiverTemplate: template }, form),
        done: t('done_scanned', { who }),
      })
    },
    takeOff: (waiver_id: number) =>
      act({
        send: ({ version }) => send('/api/booking/{booking}/unassignWaiver', at, { waiver_id, version }),
        done: t('done_takenOff', { who }),
        undo: {
          send: ({ version }) =>
            send('/api/waiver/{waiver}/assign/{booking}', { ...at, waiver: waiver_id }, { version }),
        },
      }),
  }
}

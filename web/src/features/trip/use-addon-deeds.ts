'use client'
import { send } from './send'
import { useTrip } from './trip-context'
import type { Addon, AddonLine, Booking, Order, Trip } from './types'

export type Choice = { value_id?: number | null; qty: number; text_value?: string }

/** The add-ons that a guest can have. */
export const offeredTo = (booking: Booking, addons: readonly Addon[]): Addon[] =>
  addons.filter((one) => one.booking_ids.includes(booking.id))

/** What was chosen of an add-on, by an order as such or by one of its guests. */
export const linesOf = (addon: Addon, order: Order, booking: Booking | null): AddonLine[] =>
  (booking ?? order).addons.filter((one) => one.addon_id === addon.id)

/** Choose an add-on, change the choice or take it back; a quantity of nothing takes it back. */
export function useAddonDeeds(order: Order, booking: Booking | null) {
  const { act } = useTrip()
  const ofOrder = { tripOrder: order.id }
  const ofGuest = { booking: booking?.id ?? 0 }
  const post = (deed: 'add' | 'change' | 'remove', body: object) =>
    act({
      send: ({ version }: Trip) =>
        booking
          ? send(`/api/booking/{booking}/addon/${deed}`, ofGuest, { ...body, version })
          : send(`/api/tripOrder/{tripOrder}/addon/${deed}`, ofOrder, { ...body, version }),
    })
  return (addon: Addon, choice: Choice) => {
    const [line] = linesOf(addon, order, booking)
    const body = {
      addon_id: addon.id,
      value_id: choice.value_id ?? null,
      qty: choice.qty,
      text_value: choice.text_value ?? '',
    }
    if (choice.qty === 0) post('remove', { addon_id: addon.id })
    else post(line ? 'change' : 'add', body)
  }
}

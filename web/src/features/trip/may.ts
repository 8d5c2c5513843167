'use client'
import { can, useSession } from '@/lib/session'
import type { Trip } from './types'

/** What may be done with a trip as it stands, by this reader. */
export type May = ReturnType<typeof mayOf>

/** From what the server allows, the trip's state and its lock; a lock stops what changes the price. */
export function mayOf(permissions: readonly string[], trip: Trip) {
  const has = (wanted: string) => can(permissions, wanted)
  const own = trip.permissions
  const status = trip.status.slug
  const isThere = status !== 'deleted'
  const isFree = isThere && trip.lock === null
  const isBeingPaid = trip.lock?.reason === 'checkout_in_progress'
  return {
    note: isThere && own.can_edit,
    edit: isFree && own.can_edit,
    rebook: isFree && own.can_rebook,
    cancel: isFree && status === 'reserved' && own.can_cancel,
    comp: isFree && own.can_comp,
    reprice: isFree && own.can_reprice,
    tax: isFree && own.can_toggle_tax,
    offer: isFree && own.can_apply_offer,
    reserve: isFree && status === 'draft' && (own.can_reserve_unpaid || own.can_take_payment),
    pay: isThere && own.can_take_payment && !isBeingPaid,
    notePayment: own.can_take_payment,
    message: isThere && has('crm.send'),
    editPayment: has('payment.edit'),
    refund: own.can_refund && !isBeingPaid,
    hold: has('payment.hold'),
    deposit: isFree && own.can_take_payment,
    review: isFree && status === 'under_review' && own.can_confirm_review,
    remove: isThere && own.can_delete,
    restore: !isThere && own.can_delete,
    unlock: trip.lock !== null && own.can_unlock,
    checkIn: status === 'reserved' && own.can_check_in,
    guides: isThere && has('guide.assign'),
    overbook: has('timeslot.overbook'),
    partner: isFree && own.can_edit && has('reseller.view'),
    commission: isFree && has('reseller.manage'),
  }
}

const nobody: readonly string[] = []

export function useMay(trip: Trip): May {
  return mayOf(useSession()?.permissions ?? nobody, trip)
}

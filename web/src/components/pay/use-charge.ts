'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { openForCash } from '@/components/printing/cash-drawer'
import { addPayment, applyGiftCard, makeLink, payDirectly, readTrip, reserve, type LinkWanted } from './api'
import { cashTaken } from './cash'
import type { PayDesk } from './pay-context'
import { Slot } from './slot'
import type { Outcome, PayHost, PayLink, Taking } from './types'

/** What a panel does when the button of the window is pressed; panels with fields of their own bring it. */
export type Deed = () => Promise<Outcome>
export type DeedSlot = Slot<Deed>

/** Takes the money in the way that was chosen; what is under way cannot be begun twice. */
export function useCharge(desk: Omit<PayDesk, 'isBusy'>, onOutcome: (outcome: Outcome) => void) {
  const [slot] = useState(() => new Slot<Deed>())
  const [link, setLink] = useState<LinkWanted>({ send_by: desk.host.trip.contact.email ? 'email' : null, days: 7 })
  const run = useMutation({
    mutationFn: () => (slot.content ?? plainDeed(desk, link))(),
    onSuccess: (outcome) => {
      if (desk.taking.way === 'cash' && outcome.kind === 'paid') openForCash()
      onOutcome(outcome)
    },
  })
  return { run, slot, link, setLink }
}

/** A cart is booked at the total that was read aloud; what only the other call is told goes there. */
const isSale = ({ status }: PayHost['trip'], { way, part, isAnyway }: Taking) =>
  status.slug === 'draft' && way !== 'saved' && part !== 'tab' && !isAnyway

function plainDeed({ host, taking, sums, attempts }: Omit<PayDesk, 'isBusy'>, wanted: LinkWanted): Deed {
  const { amount, total, change } = sums
  if (taking.way === 'link') {
    return async () => {
      let link: PayLink | null = null
      // The link is a step of the trip: whatever is changed next is changed from there.
      await host.ask(async (now) => {
        link = await makeLink(attempts, now, taking, sums, wanted)
        return { trip: await readTrip(now), warnings: [] }
      })
      return { kind: 'link', amount, link: link as unknown as PayLink }
    }
  }
  if (taking.way === 'gift') {
    return async () => {
      const before = host.trip.totals.balance
      const left = await host.ask((now) => applyGiftCard(attempts, now, taking.code, amount))
      // A cart that is paid for by then is sold; else the card's part waits for the rest.
      const isSold = left.status.slug === 'draft' && left.totals.balance <= 0
      const trip = isSold ? await host.ask((now) => reserve(attempts, now, host.notify)) : left
      return { kind: 'paid', trip, amount: before - trip.totals.balance, change: 0 }
    }
  }
  return async () => {
    const take = isSale(host.trip, taking) ? payDirectly : addPayment
    const trip = await host.ask((now) => take(attempts, now, taking, sums, host.notify))
    return { kind: 'paid', trip, ...(taking.way === 'cash' ? cashTaken(trip) : { amount: total, change }) }
  }
}

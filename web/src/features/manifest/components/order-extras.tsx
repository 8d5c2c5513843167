'use client'
import { PackagePlus, StickyNote, Truck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { dotted, isolate } from '@/lib/isolate'
import { fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'
import type { AddonLine, Extra, Named, Order } from '../types'

/** Whether an order has anything to say beside its guests. */
export const hasExtras = (order: Order, common: Common) =>
  !!order.note ||
  order.trip.notes.length > 0 ||
  allAddons(order).length > 0 ||
  allFields(order).length > 0 ||
  ownOf(order, common).length > 0

/** Who and what serves the departure as a whole. */
export type Common = { guides: readonly Named[]; resources: readonly Named[] }

/** Guides and things that serve this party and not the whole departure. */
function ownOf({ guides, resources }: Order, common: Common) {
  const beside = (own: Named[], all: readonly Named[]) => own.filter((one) => all.every(({ id }) => id !== one.id))
  return [
    ...beside(guides, common.guides).map(({ id, name }) => ({ key: `guide-${id}`, name, Icon: UserRound })),
    ...beside(resources, common.resources).map(({ id, name }) => ({ key: `resource-${id}`, name, Icon: Truck })),
  ]
}

/** Add-ons of an order and of its guests, equal ones counted together. */
function allAddons({ addons, bookings }: Order): AddonLine[] {
  const counted = new Map<string, number>()
  for (const { name, qty } of [...addons, ...bookings.flatMap((booking) => booking.addons)])
    counted.set(name, (counted.get(name) ?? 0) + qty)
  return [...counted].map(([name, qty]) => ({ name, qty }))
}

/** Answers of an order and of its guests; a guest's with the name in front. */
function allFields({ customFieldValues, bookings }: Order): Extra[] {
  const ofGuests = bookings.flatMap(({ guest, customFieldValues: values }) =>
    values.map(({ label, value }) => ({ label: dotted([fullName(guest), label]), value })),
  )
  return [...customFieldValues, ...ofGuests].filter(({ value }) => value !== '')
}

/** Notes, add-ons, answers, and people or things that are only this party's. */
export function OrderExtras({ order, common }: { order: Order; common: Common }) {
  const format = useFormat()
  const addons = allAddons(order).map(({ name, qty }) => (qty > 1 ? `${format.number(qty)} × ${isolate(name)}` : name))
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
      {[...(order.note ? [{ id: 0, body: order.note }] : []), ...order.trip.notes].map(({ id, body }) => (
        <Line key={id} icon={<StickyNote aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-fill" />}>
          <span className="whitespace-pre-line text-ink">{body}</span>
        </Line>
      ))}
      {addons.length > 0 && (
        <Line icon={<PackagePlus aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />}>
          {format.shortList(addons)}
        </Line>
      )}
      {allFields(order).map(({ label, value }) => (
        <Line key={`${label}${value}`}>
          <span className="text-faint">{label}:</span> {value}
        </Line>
      ))}
      {ownOf(order, common).map(({ key, name, Icon }) => (
        <Line key={key} icon={<Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />}>
          {name}
        </Line>
      ))}
    </ul>
  )
}

function Line({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <li className="inline-flex items-start gap-1.5">
      {icon}
      <span>{children}</span>
    </li>
  )
}

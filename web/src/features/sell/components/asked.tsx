'use client'
import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { dayOrNull } from '@/lib/dates'
import { dayQuery } from '../api'
import { choicesOf } from '../departures'
import { contactOfCall } from '../calls'
import { focusPart } from '../focus'
import { put } from '../orders'
import { isEmptyContact } from '../model'
import { useSale } from '../use-sale'

type Props = { onDay: (day: string) => void }

/** Takes up the departure or the call that another page sent along, and leaves a clean address. */
export function Asked(props: Props) {
  return (
    <Suspense fallback={null}>
      <Hear {...props} />
    </Suspense>
  )
}

function Hear({ onDay }: Props) {
  const path = usePathname()
  const query = useSearchParams()
  const { store } = useSale()
  const day = dayOrNull(query.get('date'))
  const wanted = Number(query.get('timeslot'))
  const { data, isPlaceholderData } = useQuery(dayQuery(wanted && day ? day : ''))
  const isReady = !!data && !isPlaceholderData
  const call = Number(query.get('call')) || null
  const clean = () => window.history.replaceState(null, '', path)
  const hear = useEffectEvent(() => {
    if (day) onDay(day)
    if (!wanted) clean()
  })
  const choose = useEffectEvent(() => {
    const choice = data && choicesOf(data, '').find(({ slot }) => slot.id === wanted)
    clean()
    if (!choice) return
    const { orders, key } = put(store.get().cart.orders, choice, null)
    store.change({ orders })
    focusPart('guests', key)
  })
  const greet = useEffectEvent(async (call_id: number) => {
    clean()
    // Whoever is typed in already is being sold to.
    const isFree = isEmptyContact(store.get().cart.contact)
    store.change({ call_id })
    const contact = isFree && (await contactOfCall(call_id).catch(() => null))
    if (contact && isEmptyContact(store.get().cart.contact)) store.change({ contact })
  })
  useEffect(() => {
    if (call) void greet(call)
  }, [call])
  useEffect(() => {
    if (day) hear()
  }, [day])
  useEffect(() => {
    if (wanted && isReady) choose()
  }, [wanted, isReady])
  return null
}

'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { compactTime } from './days'
import type { CalendarData, Departure } from './model'

/** How departures are put into words: their seats, and everything about one in a line for those who listen. */
export function useWords(data: CalendarData | undefined) {
  const t = useTranslations('calendar')
  const tc = useTranslations('common')
  const format = useFormat()
  return useMemo(() => {
    const guides = new Map(data?.guides.map((one) => [one.id, one]))
    const resources = new Map(data?.resources.map((one) => [one.id, one]))
    const time = ({ slot }: Departure) => (slot.is_flex ? t('anyTime') : format.time(slot.start_time))
    const shortTime = ({ slot }: Departure) => (slot.is_flex ? '' : compactTime(slot.start_time, format.locale))
    const fill = ({ slot }: Departure) =>
      slot.capacity === null
        ? format.number(slot.booked_pax_cnt)
        : `${format.number(slot.booked_pax_cnt)}/${format.number(slot.capacity)}`
    const seats = ({ slot }: Departure) =>
      slot.capacity === null
        ? tc('booked', { count: slot.booked_pax_cnt })
        : tc('bookedOf', { count: slot.booked_pax_cnt, capacity: slot.capacity })
    const crew = ({ slot }: Departure) => slot.guides.flatMap(({ id }) => guides.get(id) ?? [])
    const things = ({ slot }: Departure) => slot.resource_ids.flatMap((id) => resources.get(id) ?? [])
    const label = (one: Departure) =>
      [
        time(one),
        one.tour.name,
        seats(one),
        one.state === 'open' ? '' : t(`state_${one.state}`),
        ...crew(one).map(({ name }) => name),
        ...things(one).map(({ name }) => name),
        ...one.signs.map((sign) => t(`sign_${sign}`)),
      ]
        .filter(Boolean)
        .join(', ')
    return { time, shortTime, fill, seats, crew, things, label }
  }, [data, t, tc, format])
}

export type Words = ReturnType<typeof useWords>

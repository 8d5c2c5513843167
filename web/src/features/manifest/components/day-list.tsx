'use client'
import { memo, useEffect, useMemo, useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { Manifest } from '@/api/models'
import { minutesUntil } from '@/lib/dates'
import { departuresOf, filterDepartures, nextDeparture } from '../model'
import { useCheckIn } from '../use-check-in'
import { DepartureCard } from './departure-card'
import { EmptyDay } from './empty-day'

type Props = { manifest: Manifest; isToday: boolean; now: number; filter: string }

/** The departures of a day that have what is looked for. */
export const DayList = memo(function DayList({ manifest, isToday, now, filter }: Props) {
  const t = useTranslations('manifest')
  const change = useCheckIn(manifest.date)
  const departures = useMemo(() => departuresOf(manifest), [manifest])
  const shown = useMemo(() => filterDepartures(departures, filter), [departures, filter])
  const next = isToday ? nextDeparture(departures, now) : null
  const nextRef = useScrollToNext(next?.id, departures[0]?.id)

  if (!departures.length) return <EmptyDay />
  if (!shown.length) return <p className="px-4 py-16 text-center text-soft">{t('noMatch', { text: filter })}</p>
  return (
    <ol className="space-y-4 px-4 py-4 md:px-8">
      {shown.map((departure) => (
        <li
          key={departure.id}
          ref={departure.id === next?.id ? nextRef : undefined}
          className="scroll-mt-44 md:scroll-mt-36"
        >
          <DepartureCard
            departure={departure}
            currency={manifest.currency}
            zone={manifest.time_zone}
            minutesLeft={departure.id === next?.id ? minutesUntil(departure.start_at, now) : null}
            isPast={minutesUntil(departure.end_at, now) < 0}
            onChange={change}
          />
        </li>
      ))}
    </ol>
  )
})

// Departures out of sight have guessed heights until they come near; what moves then is put right for so long.
const SETTLING_FRAMES = 20
const own = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Bring the next departure into view once, unless it is the first one anyway. */
function useScrollToNext(nextId: number | undefined, firstId: number | undefined) {
  const ref = useRef<HTMLLIElement>(null)
  const wasDone = useRef(false)
  useEffect(() => {
    if (wasDone.current) return
    wasDone.current = true
    if (nextId !== firstId) keepAtTop(ref)
  }, [nextId, firstId])
  return ref
}

/** Scroll to an element until nothing moves any more, or the reader moves the page. */
function keepAtTop(ref: RefObject<HTMLElement | null>) {
  const reader = new AbortController()
  own.forEach((name) => addEventListener(name, () => reader.abort(), { signal: reader.signal, passive: true }))
  let left = SETTLING_FRAMES
  const put = () => {
    if (reader.signal.aborted) return
    ref.current?.scrollIntoView({ block: 'start' })
    left -= 1
    if (left > 0) requestAnimationFrame(put)
    else reader.abort()
  }
  put()
}

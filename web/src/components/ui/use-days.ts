'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type SyntheticEvent } from 'react'
import { weekStartOf, within } from '@/lib/months'
import { sessionQuery } from '@/lib/session'
import { dayAfterKey } from './day-keys'

type Options = {
  /** The day that the focus begins at. */
  from: string
  min?: string
  max?: string
  locale: string
  onChoose: (day: string) => void
  /** A day that a pointer or the focus comes to. */
  onReach?: (day: string) => void
}

const dayOf = ({ target }: SyntheticEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined

/** The manners of a month grid: which day has the focus, what keys and presses do. Its cells say their `data-day`. */
export function useDays({ from, min, max, locale, onChoose, onReach }: Options) {
  const [place, setPlace] = useState(() => ({ day: within(from, min, max), isByKey: true }))
  const weekStart = useWeekStart(locale)
  const ref = useFocus(place)
  const go = (day: string, isByKey = false) => setPlace({ day: within(day, min, max), isByKey })
  const choose = (day: string | undefined) => {
    if (!day || within(day, min, max) !== day) return
    go(day)
    onChoose(day)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const day = dayOf(event)
    if (!day || event.altKey || event.ctrlKey || event.metaKey) return
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const to = dayAfterKey(day, event, { weekStart, isRightToLeft })
    const isPress = event.key === 'Enter' || event.key === ' '
    if (!to && !isPress) return
    event.preventDefault()
    // The screen below has keys of its own.
    event.stopPropagation()
    if (to) go(to, true)
    else if (!event.repeat) choose(day)
  }
  const reach = (event: SyntheticEvent) => {
    const day = dayOf(event)
    if (day) onReach?.(day)
  }
  // Another month that is drawn below a mouse at rest is no wish of whoever chooses by keys.
  const point = (event: PointerEvent) => {
    if (event.movementX !== 0 || event.movementY !== 0) reach(event)
  }
  const onClick = (event: SyntheticEvent) => choose(dayOf(event))
  const body = { ref, onClick, onKeyDown, onFocus: reach, onPointerMove: onReach && point }
  return { day: place.day, weekStart, go, body }
}

/** The operator's first weekday, as in the calendar; the locale's where no operator is known. */
function useWeekStart(locale: string): number {
  const queries = useQueryClient()
  return queries.getQueryData(sessionQuery.queryKey)?.properties.week_start ?? weekStartOf(locale)
}

/**
 * Give the focus to the day that a key led to, and to the first one as the month opens.
 *
 * Not before its window is known to the library (in layout effects): the window below would take the focus for lost.
 */
function useFocus({ day, isByKey }: { day: string; isByKey: boolean }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (isByKey) body.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus({ preventScroll: true })
  }, [day, isByKey])
  return body
}

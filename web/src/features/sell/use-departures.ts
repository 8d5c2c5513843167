'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { addDays } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { pricesQuery, rangeQuery } from './api'
import { likely, nextMatch, type Choice } from './departures'
import type { Method } from './model'
import { useDay } from './use-day'

type Options = { day: string; method: Method; onDay: (day: string) => void; onChoose: (choice: Choice) => void }

/** The departures of a day, found by typing: the arrows move through them, sideways through the days. */
export function useDepartures({ day, method, onDay, onChoose }: Options) {
  const [typed, setTyped] = useState('')
  const [isDepartedShown, setDepartedShown] = useState(false)
  const [moved, setMoved] = useState<{ of: string; place: number } | null>(null)
  const { choices: found, departed, ...shown } = useDay(day, typed, isDepartedShown)
  const { now, today, firstDay, error, isPlaceholderData, refetch } = shown
  // Where the arrows went counts as long as the list is the same.
  const list = `${day} ${typed} ${isDepartedShown}`
  const active = found ? (moved?.of === list ? Math.min(moved.place, found.length - 1) : likely(found)) : -1
  const chosen = found?.[active]
  useEarlyPrices(chosen, method)
  const next = useNext(day, found?.length === 0 ? typed : '', now)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const days = { PageDown: 7, PageUp: -7, ...(typed ? {} : { ArrowRight: 1, ArrowLeft: -1 }) }[event.key]
    if (step && found) setMoved({ of: list, place: (active + step + found.length) % Math.max(1, found.length) })
    else if (days) onDay([firstDay, addDays(day, days)].sort().at(-1) ?? firstDay)
    else if (event.key === 'Enter' && chosen && !isPlaceholderData) onChoose(chosen)
    else if (event.key === 'Enter' && next) onDay(next.day)
    else return
    event.preventDefault()
  }
  const departedOnes = { count: departed.length, isShown: isDepartedShown, onChange: setDepartedShown }
  return { typed, setTyped, found, departed: departedOnes, active, next, onKeyDown, error, refetch, today, firstDay }
}

const ahead = 14

/** Where what was typed goes next, for a day that has none of it. */
function useNext(day: string, typed: string, now: string) {
  const format = useFormat()
  const isAsked = typed.trim().length > 1
  const { data } = useQuery(rangeQuery(isAsked ? addDays(day, 1) : '', isAsked ? addDays(day, ahead) : ''))
  return isAsked && data ? nextMatch(data.dates, typed, format.time, now) : null
}

/** Whoever stands on a departure is about to choose it: its prices are to be there by then. */
function useEarlyPrices(choice: Choice | undefined, method: Method) {
  const queries = useQueryClient()
  const id = choice?.slot.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => void queries.prefetchQuery(pricesQuery(id, method)), 80)
    return () => clearTimeout(timer)
  }, [queries, id, method])
}

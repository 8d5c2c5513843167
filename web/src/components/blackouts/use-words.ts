'use client'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { wholeDays, type Span } from './model'

export const useZone = () => useSession()?.properties.time_zone ?? 'UTC'

/** How a span reads: "Fri 21 Nov", "Fri 21 Nov, 09:00 – 12:00", "Fri 21 Nov – Sun 23 Nov". */
export function useSpanWords() {
  const format = useFormat()
  const zone = useZone()
  return (span: Span): string => {
    const whole = wholeDays(span, zone)
    if (whole) {
      const [first, last] = [format.day(whole.first, 'short'), format.day(whole.last, 'short')]
      return first === last ? first : `${first} – ${last}`
    }
    const [first, last] = [dayIn(zone, new Date(span.start_at)), dayIn(zone, new Date(span.end_at))]
    const until = format.instantTime(span.end_at, zone)
    const from = `${format.day(first, 'short')}, ${format.instantTime(span.start_at, zone)}`
    return `${from} – ${first === last ? until : `${format.day(last, 'short')}, ${until}`}`
  }
}

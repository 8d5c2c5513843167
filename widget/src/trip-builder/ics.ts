/** A calendar entry for the confirmed trip, as a file that the browser hands to the visitor's calendar. */
import type { TripOrder } from './types'

const stamp = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')

const escaped = (text: string): string => text.replace(/([\\;,])/g, '\\$1').replace(/\r?\n/g, '\\n')

/** iCalendar text of one order, or null when it has no fixed time. */
export function calendarEntry(order: TripOrder, code: string, now: Date): string | null {
  const { timeslot, experience } = order
  if (!timeslot || timeslot.is_flex) return null
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Outfitter//Booking//EN',
    'BEGIN:VEVENT',
    `UID:${escaped(code)}-${order.id}@${location.hostname}`,
    `DTSTAMP:${stamp(now.toISOString())}`,
    `DTSTART:${stamp(timeslot.start_at)}`,
    ...(timeslot.end_at ? [`DTEND:${stamp(timeslot.end_at)}`] : []),
    `SUMMARY:${escaped(experience.name)}`,
    ...(experience.meeting_point ? [`LOCATION:${escaped(experience.meeting_point)}`] : []),
    `DESCRIPTION:${escaped(code)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.join('\r\n')}\r\n`
}

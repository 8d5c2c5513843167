'use client'
import { useTranslations } from 'use-intl'
import type { Scope } from '@/components/mass-cancel/types'
import { usePrint } from '@/components/printing/use-print'
import type { MenuEntry, OpenMenu } from '@/components/ui/menu-types'
import { MenuWindow } from '@/components/ui/menu-window'
import { isOn } from '@/lib/features'
import { isolate } from '@/lib/isolate'
import { useCan, useCanForAll, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useGo } from '@/lib/use-go'
import { missingOf, statusOf, type Departure } from '../model'
import { openPaper } from '../paper'
import type { Day } from '../types'
import type { Deed } from '../use-check-in'
import { useReopen } from '../use-reopen'

type Props = {
  departure: Departure
  statuses: Day['bookingStatuses']
  onChange: (deed: Deed) => void
  onCancel: (scope: Scope) => void
  onNote: () => void
  onWrite: () => void
  onCall: () => void
}

/** The open menu of a departure. */
export function DepartureEntries({
  departure,
  statuses,
  onChange,
  onCancel,
  onNote,
  onWrite,
  onCall,
  ...menu
}: Props & OpenMenu) {
  return (
    <MenuWindow {...menu} entries={useEntries({ departure, statuses, onChange, onCancel, onNote, onWrite, onCall })} />
  )
}

const scopeOf = ({ id, date, start_time, experience }: Departure) => ({
  kind: 'timeslot' as const,
  id,
  date,
  name: experience.name,
  time: start_time,
})

function useEntries(props: Props): MenuEntry[] {
  const t = useTranslations('manifest')
  const go = useGo()
  const { departure } = props
  const mayEdit = useCan('timeslot.edit')
  const isThere = isOn(useSession()?.featureFlags, 'bulk_messages')
  const mayWrite = useCan('crm.send') && isThere
  const arrival = useArrivalEntry(props)
  const sale = useSaleEntry(departure)
  const slip = useSlipEntry(departure)
  const mayCall = useCanForAll('manifest.view') && departure.status !== 'cancelled'
  const ending = useEndingEntry(departure, () => props.onCancel(scopeOf(departure)))
  return [
    ...arrival,
    ...sale,
    ...(mayEdit
      ? [
          {
            id: 'note',
            label: departure.note ? t('editNote') : t('addNote'),
            onAction: props.onNote,
          },
        ]
      : []),
    ...(mayWrite ? [{ id: 'write', label: t('writeGuests'), onAction: props.onWrite }] : []),
    ...(mayCall ? [{ id: 'call', label: t('boardingCall'), onAction: props.onCall }] : []),
    {
      id: 'print',
      label: t('print'),
      onAction: () => openPaper({ timeslot: departure.id }),
    },
    ...slip,
    {
      id: 'calendar',
      label: t('openCalendar'),
      onAction: () => go('calendar', {}, { query: `view=day&date=${departure.date}` }),
    },
    ...ending,
  ]
}

function useSlipEntry({ id, status }: Departure): MenuEntry[] {
  const t = useTranslations('print')
  const print = usePrint()
  if (!useCan('ticket.print') || status === 'cancelled') return []
  return [{ id: 'slip', label: t('slip'), onAction: () => print({ kind: 'departure', timeslot_id: id }) }]
}

function useArrivalEntry({ departure, statuses, onChange }: Props): MenuEntry[] {
  const t = useTranslations('manifest')
  const mayCheckIn = useCan('booking.check_in')
  const missing = missingOf(departure)
  const count = missing.reduce((sum, { bookingIds }) => sum + bookingIds.length, 0)
  if (!mayCheckIn || count === 0 || departure.status === 'cancelled') return []
  const checkIn = () => {
    const to = statusOf({ bookingStatuses: statuses }, 'checked_in')
    onChange({ changes: missing.map((one) => ({ ...one, to })), who: departure.experience.name })
  }
  return [{ id: 'all', label: t('checkInAll', { count }), onAction: checkIn }]
}

function useSaleEntry(departure: Departure): MenuEntry[] {
  const t = useTranslations('manifest')
  const go = useGo()
  const maySell = useCan('trip.create')
  if (!maySell || departure.status === 'cancelled') return []
  return [
    {
      id: 'sell',
      label: t('sell'),
      onAction: () => go('tripNew', {}, { query: `timeslot=${departure.id}&date=${departure.date}` }),
    },
  ]
}

/** Calling a departure off, or back. */
function useEndingEntry(departure: Departure, onCancel: () => void): MenuEntry[] {
  const t = useTranslations('manifest')
  const format = useFormat()
  const reopen = useReopen()
  const mayCancel = useCan('timeslot.cancel')
  if (!mayCancel) return []
  const who = `${format.time(departure.start_time)} ${isolate(departure.experience.name)}`
  if (departure.status === 'cancelled') {
    const onAction = () => reopen.mutate({ timeslot: departure.id, who })
    return [{ id: 'reopen', label: t('reopen'), isAfterLine: true, onAction }]
  }
  return [{ id: 'cancel', label: t('cancelDeparture'), isAfterLine: true, onAction: onCancel }]
}

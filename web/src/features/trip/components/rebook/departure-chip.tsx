'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Departure } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { roomFor, type Room } from '../../departures'

type Props = {
  slot: Departure
  party: number
  current: number | null
  value: number | null
  isOver: boolean
  onChange: (slot: Departure) => void
}

const chipClass =
  'flex min-h-11 cursor-pointer flex-col justify-center rounded-md border px-3 py-1 text-sm tabular-nums ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent'

/** How much room a departure has, or why it cannot be chosen. */
function useRoom(slot: Departure, room: Room, isHere: boolean): string {
  const t = useTranslations('trip')
  if (isHere) return t('isHere')
  if (room === 'closed') return t('cancelled')
  return slot.is_unlimited ? t('seatsFree') : t('seatsLeft', { count: Math.max(0, slot.total_availability_cnt ?? 0) })
}

/** One departure to choose: when, and how many seats are left; one that cannot be chosen says why. */
export function DepartureChip({ slot, party, current, value, isOver, onChange }: Props) {
  const t = useTranslations('trip')
  const format = useFormat()
  const id = useId()
  const isHere = slot.id === current
  const room = roomFor(slot, party)
  const isOpen = !isHere && (room === 'fits' || (room === 'tight' && isOver))
  const isChosen = slot.id === value
  const words = useRoom(slot, room, isHere)
  return (
    <label
      htmlFor={id}
      className={cx(
        chipClass,
        isChosen ? 'border-accent bg-accent-wash' : 'border-line-strong',
        isOpen ? 'hover:border-accent' : 'cursor-default bg-sunken text-soft',
      )}
    >
      <input
        id={id}
        type="radio"
        name="departure"
        checked={isChosen}
        disabled={!isOpen}
        onChange={() => onChange(slot)}
        className="sr-only"
      />
      <span className={cx('font-medium', isChosen && 'text-accent')}>
        {slot.is_flex ? t('anyTime') : format.time(slot.start_time)}
      </span>
      <span className={cx('text-xs', room === 'tight' && !isHere ? 'text-warn' : 'text-soft')}>{words}</span>
    </label>
  )
}

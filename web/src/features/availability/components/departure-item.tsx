'use client'
import { useMutation } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Departure, ExperienceFull } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { FillBar } from '@/components/ui/fill-bar'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useRefreshDepartures } from '../api'
import { setStatus, slotStatuses, type SlotStatus } from '../departures-api'

const DepartureDialog = late(() => import('./departure-dialog').then((file) => file.DepartureDialog))
const CancelDialog = late(() => import('@/components/mass-cancel/cancel-dialog').then((file) => file.CancelDialog))

const shown = ['closed_online', 'closed', 'cancelled'] as const
const tones: Record<(typeof shown)[number], Tone> = { closed_online: 'warn', closed: 'warn', cancelled: 'bad' }

type Props = { experience: ExperienceFull; slot: Departure }

/** One departure: when, how full, what is noted about it, and what can be changed. */
export function DepartureItem({ experience, slot }: Props) {
  const t = useTranslations('availability')
  const format = useFormat()
  const status = shown.find((one) => one === slot.status)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className={cx('min-w-16 font-semibold tabular-nums', status === 'cancelled' && 'line-through')}>
        {format.time(slot.start_time)}
      </span>
      {slot.status !== 'cancelled' && (
        <FillBar booked={slot.booked_pax_cnt ?? 0} held={slot.held_pax_cnt ?? 0} capacity={slot.capacity} />
      )}
      {status && <Badge tone={tones[status]}>{t(`slot_${status}`)}</Badge>}
      {slot.is_edited && slot.status !== 'cancelled' && <Badge>{t('edited')}</Badge>}
      <span className="grow" />
      <SlotMenu experience={experience} slot={slot} />
      {(slot.note || slot.cancel_reason) && (
        <p className="basis-full pb-1 text-sm whitespace-pre-line text-soft">{slot.cancel_reason || slot.note}</p>
      )}
    </li>
  )
}

function SlotMenu({ experience, slot }: Props) {
  const t = useTranslations('availability')
  const format = useFormat()
  const [open, setOpen] = useState<'edit' | 'cancel' | null>(null)
  const entries = useEntries(experience, slot, setOpen)
  const label = t('slotMenu', { time: format.time(slot.start_time) })
  if (!entries.length) return null
  return (
    <div className="relative">
      <Menu label={label} entries={entries}>
        <IconButton label={label}>
          <EllipsisVertical aria-hidden className="size-5" />
        </IconButton>
      </Menu>
      {open === 'edit' && <DepartureDialog {...{ experience, slot }} onClose={() => setOpen(null)} />}
      {open === 'cancel' && (
        <CancelDialog
          scope={{ kind: 'timeslot', id: slot.id, date: slot.date, name: experience.name, time: slot.start_time }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

function useEntries(experience: ExperienceFull, slot: Departure, open: (what: 'edit' | 'cancel') => void): MenuEntry[] {
  const t = useTranslations('availability')
  const errorText = useErrorText()
  const refresh = useRefreshDepartures()
  const [isEditor, isCanceller] = [useCan('timeslot.edit'), useCan('timeslot.cancel')]
  const set = useMutation({
    mutationFn: (status: SlotStatus) => setStatus(slot.id, status),
    onSettled: () => refresh(experience.id),
    onError: (error) => toast.error(errorText(error)),
  })
  if (new Date(slot.end_at) < new Date()) return []
  return [
    ...(isEditor ? [{ id: 'edit', label: t('editSlot'), onAction: () => open('edit') }] : []),
    ...(isEditor
      ? slotStatuses.map((status, place) => ({
          id: status,
          label: t(`set_${status}`),
          isChosen: slot.status === status,
          ...(place === 0 && { isAfterLine: true }),
          onAction: () => set.mutate(status),
        }))
      : []),
    ...(isCanceller && slot.status !== 'cancelled'
      ? [{ id: 'cancel', label: t('cancelSlot'), isAfterLine: true, onAction: () => open('cancel') }]
      : []),
  ]
}

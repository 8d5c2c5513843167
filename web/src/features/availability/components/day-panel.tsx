'use client'
import { useMutation } from '@tanstack/react-query'
import { ClipboardList, EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Departure, ExperienceDay, ExperienceFull } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useRefreshDepartures } from '../api'
import { editDay } from '../departures-api'
import { DepartureItem } from './departure-item'

const DayDialog = late(() => import('./day-dialog').then((file) => file.DayDialog))
const CancelDialog = late(() => import('@/components/mass-cancel/cancel-dialog').then((file) => file.CancelDialog))

type Props = { experience: ExperienceFull; date: string; day: ExperienceDay | undefined; slots: Departure[] }

/** One day of an experience: open, closed or capped as a whole, and its departures one by one. */
export function DayPanel({ experience, date, day, slots }: Props) {
  const t = useTranslations('availability')
  const te = useTranslations('experience')
  const tx = useTranslations('experiences')
  const format = useFormat()
  const ordered = slots.toSorted((a, b) => a.start_at.localeCompare(b.start_at))
  return (
    <Card
      title={format.day(date)}
      actions={
        <div className="flex items-center gap-1">
          <AppLink to="manifest" params={{}} query={`date=${date}`} className={buttonClass('quiet', 'sm')}>
            <ClipboardList aria-hidden className="size-4" />
            {tx('seeManifest')}
          </AppLink>
          {day && <DayMenu experience={experience} day={day} />}
        </div>
      }
    >
      {day && <DayState day={day} />}
      {ordered.length === 0 && <p className="text-soft">{te('noneSoon')}</p>}
      <ul className="-my-2 divide-y">
        {ordered.map((slot) => (
          <DepartureItem key={slot.id} experience={experience} slot={slot} />
        ))}
      </ul>
      {ordered.some((slot) => slot.is_edited) && <p className="mt-3 text-sm text-faint">{t('editedText')}</p>}
    </Card>
  )
}

function DayState({ day }: { day: ExperienceDay }) {
  const t = useTranslations('availability')
  const status = day.status === 'closed' || day.status === 'cancelled' ? day.status : null
  if (!status && day.capacity === null && !day.note) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 text-sm">
      {status && <Badge tone={status === 'closed' ? 'warn' : 'bad'}>{t(`day_${status}`)}</Badge>}
      {day.capacity !== null && <Badge>{t('dayCap', { sold: day.booked_pax_cnt, count: day.capacity })}</Badge>}
      {day.note && <p className="text-soft">{day.note}</p>}
    </div>
  )
}

function DayMenu({ experience, day }: { experience: ExperienceFull; day: ExperienceDay }) {
  const t = useTranslations('availability')
  const [open, setOpen] = useState<'edit' | 'cancel' | null>(null)
  const entries = useEntries(experience, day, setOpen)
  if (!entries.length) return null
  return (
    <div className="relative">
      <Menu label={t('dayMenu')} entries={entries}>
        <IconButton label={t('dayMenu')}>
          <EllipsisVertical aria-hidden className="size-5" />
        </IconButton>
      </Menu>
      {open === 'edit' && <DayDialog experience={experience} day={day} onClose={() => setOpen(null)} />}
      {open === 'cancel' && (
        <CancelDialog
          scope={{ kind: 'date', id: day.id, date: day.date, name: experience.name }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

function useEntries(
  experience: ExperienceFull,
  day: ExperienceDay,
  open: (what: 'edit' | 'cancel') => void,
): MenuEntry[] {
  const t = useTranslations('availability')
  const errorText = useErrorText()
  const refresh = useRefreshDepartures()
  const [isEditor, isCanceller] = [useCan('timeslot.edit'), useCan('timeslot.cancel')]
  const set = useMutation({
    mutationFn: (status: 'open' | 'closed') => editDay(day.id, { status, version: day.version }),
    onSettled: () => refresh(experience.id),
    onError: (error) => toast.error(errorText(error)),
  })
  const isOpen = day.status === 'open'
  return [
    ...(isEditor
      ? [
          {
            id: 'status',
            label: t(isOpen ? 'closeDay' : 'openDay'),
            onAction: () => set.mutate(isOpen ? 'closed' : 'open'),
          },
          { id: 'edit', label: t('editDay'), onAction: () => open('edit') },
        ]
      : []),
    ...(isCanceller && day.status !== 'cancelled'
      ? [{ id: 'cancel', label: t('cancelDay'), isAfterLine: true as const, onAction: () => open('cancel') }]
      : []),
  ]
}

'use client'
import { ArrowRightLeft, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { Swatch } from '@/components/ui/swatch'
import { isolate } from '@/lib/isolate'
import { useCan } from '@/lib/session'
import type { CalendarData, Departure } from '../model'
import { canMove, moveOf, resourceTargets } from '../moving'
import type { Calendar } from '../use-calendar'
import type { Moving } from '../use-move'
import { useWords } from '../words'
import { Part } from './drawer-part'

type Props = { calendar: Calendar; departure: Departure; onMove: (moving: Moving) => void }

/** What a departure uses; whoever may, moves it to another boat or van. */
export function ResourcesPart({ calendar, departure, onMove }: Props) {
  const t = useTranslations('calendar')
  const mayMove = useCan('resource.manage') && departure.state !== 'cancelled'
  const entriesFrom = useEntries({ calendar, departure, onMove })
  const { slot } = departure
  const used = useWords(calendar.data).things(departure)
  const isMissing = slot.needs_resources && used.length === 0
  if (used.length === 0 && !slot.needs_resources) return null
  return (
    <Part title={t('resources')}>
      {isMissing && (
        <p className="pb-2 text-sm text-soft">{t(slot.booked_pax_cnt > 0 ? 'noResource' : 'resourceLater')}</p>
      )}
      <ul>
        {used.map((one) => (
          <Used key={one.id} one={one} entries={mayMove ? entriesFrom(one.id) : null} />
        ))}
      </ul>
      {mayMove && isMissing && slot.booked_pax_cnt > 0 && (
        <Menu label={t('chooseResource')} entries={entriesFrom(null)}>
          <Button size="sm">
            <Plus aria-hidden className="size-4" />
            {t('chooseResource')}
          </Button>
        </Menu>
      )}
    </Part>
  )
}

type UsedProps = { one: CalendarData['resources'][number]; entries: MenuEntry[] | null }

function Used({ one, entries }: UsedProps) {
  const t = useTranslations('calendar')
  return (
    <li className="flex min-h-10 items-center gap-2 text-sm">
      <Swatch color={one.color} className="size-3 shrink-0 overflow-hidden rounded-full" />
      <span className="grow">
        <bdi>{one.name}</bdi> <span className="text-soft">{one.group_name}</span>
      </span>
      {entries && (
        <Menu label={t('moveResource', { name: one.name })} entries={entries}>
          <IconButton label={t('moveResource', { name: one.name })}>
            <ArrowRightLeft aria-hidden className="size-4" />
          </IconButton>
        </Menu>
      )}
    </li>
  )
}

function useEntries({ calendar, departure, onMove }: Props) {
  const t = useTranslations('calendar')
  const { time } = useWords(calendar.data)
  const { slot, tour } = departure
  const put = (from: number | null, to: number | null) =>
    onMove({ move: moveOf('resource', slot, from, to), who: `${isolate(tour.name)}, ${time(departure)}` })
  return (from: number | null) => {
    const targets = calendar.data ? resourceTargets(calendar.data, departure, from) : []
    const isOffered = from !== null && canMove('resource', slot, from, null)
    const off = { id: 'off', label: t('takeOff'), isAfterLine: true, onAction: () => put(from, null) }
    return [
      ...targets
        .filter((one) => canMove('resource', slot, from, one.id))
        .map((one) => ({ id: String(one.id), label: one.name, onAction: () => put(from, one.id) })),
      ...(isOffered ? [off] : []),
    ]
  }
}

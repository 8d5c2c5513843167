'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Avatar } from '@/components/ui/avatar'
import { MultiSelect } from '@/components/ui/multi-select'
import { isolate } from '@/lib/isolate'
import { useCan } from '@/lib/session'
import { suggestionsQuery } from '../api'
import type { CalendarData, CrewMember, Departure } from '../model'
import { crewMove } from '../moving'
import type { Calendar } from '../use-calendar'
import type { Moving } from '../use-move'
import { useWords } from '../words'
import { Part } from './drawer-part'

type Props = { calendar: Calendar; departure: Departure; onMove: (moving: Moving) => void }

/** Who guides a departure; whoever may, chooses them, the best suggestion first. */
export function CrewPart({ calendar, departure, onMove }: Props) {
  const t = useTranslations('calendar')
  const mayAssign = useCan('guide.assign') && departure.state !== 'cancelled'
  const { data } = calendar
  if (!data || (data.guides.length === 0 && departure.slot.guides.length === 0)) return null
  return (
    <Part title={t('guides')}>
      <Crew data={data} departure={departure} />
      {mayAssign && <Choice calendar={calendar} departure={departure} onMove={onMove} />}
    </Part>
  )
}

function Crew({ data, departure: { slot } }: { data: CalendarData; departure: Departure }) {
  const t = useTranslations('calendar')
  if (slot.guides.length === 0 && slot.order_guide_ids.length === 0) {
    return <p className="pb-2 text-sm text-soft">{t('noGuide')}</p>
  }
  const nameOf = (id: number) => data.guides.find((one) => one.id === id)
  return (
    <ul className="space-y-1.5 pb-2">
      {(slot.guides as CrewMember[]).map(({ id, role }) => (
        <li key={id} className="flex items-center gap-2 text-sm">
          <Avatar name={nameOf(id)?.name ?? '?'} color={nameOf(id)?.color ?? ''} size="sm" />
          <span className="grow">{nameOf(id)?.name ?? '…'}</span>
          <span className="text-soft">{t(`role_${role}`)}</span>
        </li>
      ))}
      {slot.order_guide_ids.map((id) => (
        <li key={`order-${id}`} className="flex items-center gap-2 text-sm">
          <Avatar name={nameOf(id)?.name ?? '?'} color={nameOf(id)?.color ?? ''} size="sm" />
          <span className="grow">{nameOf(id)?.name ?? '…'}</span>
          <span className="text-soft">{t('someOrders')}</span>
        </li>
      ))}
    </ul>
  )
}

function Choice({ calendar, departure, onMove }: Props) {
  const t = useTranslations('calendar')
  const { time } = useWords(calendar.data)
  const { slot, tour } = departure
  const { data: suggested } = useQuery(suggestionsQuery(slot.id))
  const options = suggested
    ? suggested.map((one) => ({
        id: one.id,
        name: one.name,
        note: one.is_assigned || one.is_available ? undefined : t(`against_${one.conflicts[0]?.kind ?? 'overlap'}`),
      }))
    : (calendar.data?.guides ?? []).map(({ id, name }) => ({ id, name }))
  const crew = slot.guides as CrewMember[]
  const choose = (ids: number[]) => {
    const kept = crew.filter((one) => ids.includes(one.id))
    const fresh = ids.filter((id) => !crew.some((one) => one.id === id))
    const added = fresh.map((id, at) => ({
      id,
      role: kept.length + at === 0 ? ('lead' as const) : ('assistant' as const),
    }))
    onMove({ move: crewMove(slot, [...kept, ...added]), who: `${isolate(tour.name)}, ${time(departure)}` })
  }
  return (
    <MultiSelect
      label={t('chooseGuides')}
      isLabelHidden
      placeholder={t('chooseGuides')}
      options={options}
      value={crew.map((one) => one.id)}
      onChange={choose}
    />
  )
}

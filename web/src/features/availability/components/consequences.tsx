'use client'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AvailabilityOut } from '@/api/models'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { useDayText } from '../use-rule-words'

const SHOWN = 4

type Props = {
  out: Pick<AvailabilityOut, 'kept' | 'conflicts'>
  capacity: number | null
  /** Says it of departures that stay though the rule goes. */
  lostTitle?: string
}
type Row = { date: string; start_time: string; note?: string }

/** What saving leaves as it is although the rule says otherwise: sold departures, starts that exist already. */
export function Consequences({ out, capacity, lostTitle }: Props) {
  const t = useTranslations('availability')
  const ts = useTranslations('experiences')
  const lost = out.kept.filter((one) => !one.is_wanted)
  const full = out.kept.filter((one) => one.is_wanted && capacity !== null && one.taken_pax_cnt > capacity)
  const seats = (rows: typeof lost): Row[] =>
    rows.map((one) => ({ ...one, note: t('guestsOn', { count: one.taken_pax_cnt }) }))
  return (
    <div className="space-y-2">
      {lost.length > 0 && <Warning title={lostTitle ?? t('staysSold', { count: lost.length })} rows={seats(lost)} />}
      {full.length > 0 && <Warning title={t('staysFull', { count: full.length })} rows={seats(full)} />}
      {out.conflicts.length > 0 && (
        <Warning title={ts('conflicts', { count: out.conflicts.length })} rows={out.conflicts} />
      )}
    </div>
  )
}

function Warning({ title, rows }: { title: string; rows: readonly Row[] }) {
  const t = useTranslations('experiences')
  const format = useFormat()
  const day = useDayText()
  return (
    <div className="rounded-md bg-warn-wash px-3 py-2 text-sm text-warn">
      <p className="flex gap-2 font-medium text-pretty">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <bdi>{title}</bdi>
      </p>
      <ul className="mt-1 ps-6 tabular-nums">
        {rows.slice(0, SHOWN).map(({ date, start_time, note }, place) => (
          <li key={`${date} ${start_time} ${place}`}>
            <AppLink to="manifest" params={{}} query={`date=${date}`} className="hover:underline">
              {day(date)}, {format.time(start_time)}
            </AppLink>
            {note && ` · ${note}`}
          </li>
        ))}
        {rows.length > SHOWN && <li>{t('andMore', { count: rows.length - SHOWN })}</li>}
      </ul>
    </div>
  )
}

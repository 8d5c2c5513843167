'use client'
import { useTranslations } from 'use-intl'
import type { Dashboard } from '@/api/models'
import { Isolated } from '@/components/isolated'
import { FillBar } from '@/components/ui/fill-bar'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'

type Departure = Dashboard['best_departures'][number]

/** The coming departures that are fullest and emptiest, each a way to its manifest. */
export function DeparturesCard({ data }: { data: Dashboard | undefined }) {
  const t = useTranslations('dashboard')
  if (!data || data.best_departures.length + data.worst_departures.length === 0) return null
  const zone = data.time_zone
  return (
    <Card
      title={t('departures')}
      actions={
        <AppLink
          to="reports"
          params={{}}
          query="report=experienceDates&period=next_30_days"
          className="text-sm text-accent"
        >
          {t('allFigures')}
        </AppLink>
      }
    >
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <Departures title={t('fullest')} rows={data.best_departures} zone={zone} />
        <Departures title={t('emptiest')} rows={data.worst_departures} zone={zone} />
      </div>
    </Card>
  )
}

function Departures({ title, rows, zone }: { title: string; rows: Departure[]; zone: string }) {
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-sm font-medium text-soft">{title}</h3>
      <ul className="-mx-2">
        {rows.map((row) => (
          <li key={row.timeslot_id}>
            <AppLink
              to="manifest"
              params={{}}
              query={`date=${dayIn(zone, new Date(row.start_at))}`}
              prefetch={false}
              className="block rounded-md px-2 py-2 text-sm hover:bg-sunken"
            >
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className="min-w-0 truncate font-medium">
                  <Isolated>{row.experience_name}</Isolated>
                </span>
                <span className="text-soft">{format.instant(row.start_at, zone)}</span>
              </span>
              <FillBar booked={row.booked_pax_cnt} held={0} capacity={row.capacity} />
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

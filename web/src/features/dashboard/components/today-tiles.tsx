'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Dashboard } from '@/api/models'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { queryOf } from '../reports'

/** Today in three figures, each a way to what is behind it. */
export function TodayTiles({ data }: { data: Dashboard | undefined }) {
  const t = useTranslations('dashboard')
  const format = useFormat()
  if (!data) return <TilesSkeleton />
  const { today, currency } = data
  return (
    <div className="grid gap-3 sm:grid-cols-3 sm:gap-5">
      <AppLink to="reports" params={{}} query={queryOf(data.reports.today)} prefetch={false} className="rounded-xl">
        <Tile title={t('soldToday')} figure={format.money(today.revenue, currency)} isLink>
          {t('soldTodayNote', { trips: today.trips, guests: today.pax })}
        </Tile>
      </AppLink>
      <AppLink to="manifest" params={{}} className="rounded-xl">
        <Tile title={t('arrivals')} figure={format.number(today.arrivals)} isLink>
          {today.departures > 0 ? t('arrivalsNote', { count: today.departures }) : t('noDepartures')}
        </Tile>
      </AppLink>
      <AppLink to="trips" params={{}} query="view=unpaid" className="rounded-xl">
        <Tile title={t('owed')} figure={format.money(data.underpaid_amount, currency)} isLink>
          {t('owedNote', { count: data.underpaid_cnt })}
        </Tile>
      </AppLink>
    </div>
  )
}

type TileProps = { title: string; figure: string; isLink?: boolean; children: ReactNode }

/** One figure with its name and a note. */
export function Tile({ title, figure, isLink, children }: TileProps) {
  return (
    <section className={`h-full rounded-xl border bg-surface p-4 sm:p-5 ${isLink ? 'hover:border-line-strong' : ''}`}>
      <h2 className="text-sm font-medium text-soft">{title}</h2>
      <p className="mt-1 text-2xl font-semibold tabular-nums">{figure}</p>
      <p className="mt-1 text-sm text-faint">{children}</p>
    </section>
  )
}

function TilesSkeleton() {
  return (
    <div aria-hidden className="grid gap-3 sm:grid-cols-3 sm:gap-5">
      {[0, 1, 2].map((index) => (
        <div key={index} className="rounded-xl border bg-surface p-4 sm:p-5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2 h-7 w-32" />
          <Skeleton className="mt-2 h-5 w-40" />
        </div>
      ))}
    </div>
  )
}

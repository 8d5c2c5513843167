'use client'
import { useTranslations } from 'use-intl'
import type { ExecutiveSummary } from '@/api/report-models'
import { Isolated } from '@/components/isolated'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { AppLink } from '@/lib/app-link'
import { numberFormat } from '@/lib/intl'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { behind } from '../summary'

/** What sold best, which coming departures are full or empty, and how many carts were booked. */
export function SummaryLists({ data }: { data: ExecutiveSummary }) {
  const t = useTranslations('reports')
  return (
    <div className="grid gap-5 lg:grid-cols-2 print:grid-cols-1">
      {data.top_experiences.length > 0 && <Experiences data={data} />}
      <Carts data={data} />
      {data.best_departures.length > 0 && <Departures title={t('fullest')} rows={data.best_departures} />}
      {data.worst_departures.length > 0 && <Departures title={t('emptiest')} rows={data.worst_departures} />}
    </div>
  )
}

function Experiences({ data }: { data: ExecutiveSummary }) {
  const t = useTranslations('reports')
  const format = useFormat()
  const columns = [
    { id: 'name', name: t('experience'), isRowHeader: true },
    { id: 'trips', name: t('bookings'), align: 'end' as const },
    { id: 'value', name: t('sales'), align: 'end' as const },
  ]
  return (
    <Card title={t('best')}>
      <SimpleTable
        label={t('best')}
        columns={columns}
        rows={data.top_experiences}
        cell={(row, column) => {
          if (column === 'value') return format.money(row.value, data.currency)
          if (column === 'trips') return format.number(row.trips)
          const query = behind(row.report)
          return query ? (
            <AppLink to="reports" params={{}} query={query} prefetch={false} className="text-accent hover:underline">
              <Isolated>{row.name}</Isolated>
            </AppLink>
          ) : (
            row.name
          )
        }}
      />
    </Card>
  )
}

function Carts({ data }: { data: ExecutiveSummary }) {
  const t = useTranslations('reports')
  const format = useFormat()
  const percent = numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 0 })
  const columns = [
    { id: 'week', name: t('week'), isRowHeader: true },
    { id: 'cart_cnt', name: t('carts'), align: 'end' as const },
    { id: 'sold_cnt', name: t('booked'), align: 'end' as const },
    { id: 'share_ppm', name: t('share_booked'), align: 'end' as const },
  ]
  return (
    <Card title={t('conversion')}>
      <SimpleTable
        label={t('conversion')}
        columns={columns}
        rows={data.conversion}
        rowKey={(row) => row.week}
        cell={(row, column) => {
          if (column === 'week') return format.day(row.week, 'short')
          if (column === 'share_ppm') return row.share_ppm === null ? '–' : percent.format(row.share_ppm / 1_000_000)
          return format.number(column === 'cart_cnt' ? row.cart_cnt : row.sold_cnt)
        }}
      />
    </Card>
  )
}

function Departures({ title, rows }: { title: string; rows: ExecutiveSummary['best_departures'] }) {
  const t = useTranslations('reports')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const percent = numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 0 })
  const columns = [
    { id: 'start', name: t('departure'), isRowHeader: true },
    { id: 'name', name: t('experience') },
    { id: 'seats', name: t('seats'), align: 'end' as const },
    { id: 'fill', name: t('filled'), align: 'end' as const },
  ]
  return (
    <Card title={title}>
      <SimpleTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.timeslot_id}
        cell={(row, column) => {
          if (column === 'start') return format.instant(row.start_at, zone)
          if (column === 'seats') return `${format.number(row.booked_pax_cnt)} / ${format.number(row.capacity)}`
          return column === 'fill' ? percent.format(row.fill_ppm / 1_000_000) : row.experience_name
        }}
      />
    </Card>
  )
}

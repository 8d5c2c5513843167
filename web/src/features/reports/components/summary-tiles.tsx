'use client'
import { useTranslations } from 'use-intl'
import type { ExecutiveSummary } from '@/api/report-models'
import { AppLink } from '@/lib/app-link'
import { numberFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import { deltaOf } from '../deltas'
import { behind } from '../summary'
import { DeltaText } from './delta-text'

type Tile = ExecutiveSummary['tiles'][number]
const known = [
  'sales_today',
  'trips_today',
  'sales_month',
  'trips_month',
  'sales_year',
  'trips_year',
  'pace_sales',
  'pace_pax',
  'conversion',
  'carts',
  'recovered',
  'rating',
  'reviews',
  'received_month',
  'cash_month',
] as const

/** The figures a business is led by; each leads to the report behind it. */
export function SummaryTiles({ data }: { data: ExecutiveSummary }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {data.tiles.map((tile) => (
        <li key={tile.key} className="break-inside-avoid">
          <Figure tile={tile} currency={data.currency} />
        </li>
      ))}
    </ul>
  )
}

function Figure({ tile, currency }: { tile: Tile; currency: string }) {
  const t = useTranslations('reports')
  const format = useFormat()
  const key = known.find((one) => one === tile.key)
  const text = (value: number | null) => {
    if (value === null) return '–'
    if (tile.kind === 'money') return format.money(value, currency)
    if (tile.kind === 'share')
      return numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 1_000_000)
    return format.number(tile.kind === 'rating' ? value / 100 : value)
  }
  const query = behind(tile.report)
  const body = (
    <>
      <span className="block text-sm text-soft">{key ? t(`tile_${key}`) : tile.key}</span>
      <span className="mt-0.5 block text-xl font-semibold break-words tabular-nums">{text(tile.value)}</span>
      <span className="mt-1 block text-xs">
        <DeltaText delta={deltaOf(tile.value, tile.before)} before={text(tile.before)} />
      </span>
    </>
  )
  const className = 'block h-full rounded-xl border bg-surface p-3.5 sm:p-4'
  if (query === null) return <div className={className}>{body}</div>
  return (
    <AppLink
      to="reports"
      params={{}}
      query={query}
      prefetch={false}
      className={`${className} hover:border-line-strong`}
    >
      {body}
    </AppLink>
  )
}

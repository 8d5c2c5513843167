'use client'
import { useFormat } from '@/lib/use-format'
import type { WaiverRow } from '../api'
import { StateBadge } from './state-badge'

/** A waiver in two lines: who, and what for when. */
export function PhoneRow({ row }: { row: WaiverRow }) {
  const format = useFormat()
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center justify-between gap-3">
        <span className="truncate font-medium">{row.name}</span>
        <StateBadge row={row} />
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-faint">
        <span className="truncate">{row.template.name}</span>
        <span className="shrink-0">{format.day(row.day, 'medium')}</span>
      </span>
    </span>
  )
}

'use client'
import { clock } from '@/components/calls/model'
import { StatusIcon } from '@/components/calls/status-icon'
import type { CallRow } from '@/components/calls/types'
import { useCallWords } from '@/components/calls/words'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { CallbackBadge } from './callback-badge'

/** A call in two lines: who, how it went; when, and whether somebody waits. */
export function PhoneRow({ row }: { row: CallRow }) {
  const format = useFormat()
  const words = useCallWords()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <StatusIcon call={row} />
          <bdi className="truncate">{words.who(row)}</bdi>
        </span>
        <span className="shrink-0 text-sm tabular-nums">
          {row.duration_s > 0 ? clock(row.duration_s) : words.status(row)}
        </span>
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-faint">
        <span className="truncate">{format.instant(row.started_at, zone)}</span>
        <CallbackBadge row={row} />
      </span>
    </span>
  )
}

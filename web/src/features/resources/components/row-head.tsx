'use client'
import { CalendarOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TimelineRow } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { late } from '@/lib/late'
import { mostUnits } from '../timeline'
import { ColorDot } from './color-dot'

const BlackoutsDrawer = late(() => import('./blackouts-drawer').then((file) => file.BlackoutsDrawer))

/** A resource's name, how full it is at most, and the way to its blackouts. */
export function RowHead({ row, isFirst }: { row: TimelineRow; isFirst: boolean }) {
  const t = useTranslations('resources')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex w-full items-center gap-2">
      <div className="min-w-0 grow">
        {isFirst && <p className="truncate text-xs text-faint">{row.group_name}</p>}
        <p className="flex items-center gap-1.5">
          <ColorDot color={row.color} />
          <span className="min-w-0 truncate text-sm font-medium" title={row.name}>
            {row.name}
          </span>
        </p>
        <p className="text-xs text-soft tabular-nums">
          {t('takenOf', { most: mostUnits(row.assignments), capacity: row.capacity })}
        </p>
        {row.status === 'maintenance' && <Badge tone="warn">{t('status_maintenance')}</Badge>}
      </div>
      <IconButton label={t('blackoutsOf', { name: row.name })} onPress={() => setOpen(true)}>
        <CalendarOff aria-hidden className="size-4" />
      </IconButton>
      {isOpen && <BlackoutsDrawer row={row} onClose={() => setOpen(false)} />}
    </div>
  )
}

'use client'
import { CalendarOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TimelineRow } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { Press } from '@/components/ui/press'
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
        <Press
          onPress={() => setOpen(true)}
          title={row.name}
          className="flex min-h-7 max-w-full items-center gap-1.5 text-start hover:text-accent hover:underline pointer-coarse:min-h-11"
        >
          <ColorDot color={row.color} />
          <span className="line-clamp-2 min-w-0 text-sm leading-tight font-medium wrap-anywhere">{row.name}</span>
        </Press>
        <p className="text-xs text-soft tabular-nums">
          {t('takenOf', { most: mostUnits(row.assignments), capacity: row.capacity })}
        </p>
        {row.status === 'maintenance' && <Badge tone="warn">{t('status_maintenance')}</Badge>}
      </div>
      <span className="hidden shrink-0 md:block">
        <IconButton label={t('blackoutsOf', { name: row.name })} onPress={() => setOpen(true)}>
          <CalendarOff aria-hidden className="size-4" />
        </IconButton>
      </span>
      {isOpen && <BlackoutsDrawer row={row} onClose={() => setOpen(false)} />}
    </div>
  )
}

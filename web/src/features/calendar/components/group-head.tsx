'use client'
import { useTranslations } from 'use-intl'
import { Avatar } from '@/components/ui/avatar'
import { Swatch } from '@/components/ui/swatch'
import { useFormat } from '@/lib/use-format'
import type { Group } from '../groups'

/** Whose row it is, and how much they have to do. */
export function GroupHead({ group }: { group: Group }) {
  const t = useTranslations('calendar')
  const format = useFormat()
  const taking = group.items.filter((one) => one.state !== 'cancelled')
  const hours = taking.reduce((sum, one) => sum + one.slot.minutes, 0) / 60
  const count = t('countDepartures', { count: taking.length })
  const isGuide = group.by === 'guide' && group.id !== null
  return (
    <div className="flex min-w-0 items-center gap-2">
      {isGuide && (
        <span className="max-md:hidden">
          <Avatar name={group.name} color={group.color} size="sm" />
        </span>
      )}
      {!isGuide && group.color && (
        <Swatch color={group.color} className="size-3 shrink-0 overflow-hidden rounded-full" />
      )}
      <div className="min-w-0">
        <p className="truncate text-sm font-medium" title={group.name}>
          {group.name}
        </p>
        <p className="truncate text-xs text-soft tabular-nums">
          {isGuide && taking.length > 0
            ? `${count} · ${t('hours', { hours: format.number(Math.round(hours * 10) / 10) })}`
            : (group.note ?? count)}
        </p>
      </div>
    </div>
  )
}

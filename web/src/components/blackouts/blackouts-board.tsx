'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DateRangeField, type DateRange } from '@/components/ui/date-range-field'
import { Menu } from '@/components/ui/menu'
import { Card } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { late } from '@/lib/late'
import { can, useSession } from '@/lib/session'
import { blackoutsQuery } from './api'
import { BlackoutList } from './blackout-list'
import { blackoutKinds, blackoutRights, filtered, isNear, type BlackoutKind } from './model'
import { useZone } from './use-words'

const NewBlackoutDialog = late(() => import('./blackout-dialog').then((file) => file.NewBlackoutDialog))

/** Every blackout there is: searched, by kind, on certain days. */
export function BlackoutsBoard() {
  const t = useTranslations('blackouts')
  const [kind, setKind] = useState<BlackoutKind | 'all'>('all')
  const [text, setText] = useState('')
  const [days, setDays] = useState<DateRange | null>(null)
  const { data, error, refetch } = useQuery(
    blackoutsQuery(days && isNear(days.start) && isNear(days.end) ? { from: days.start, to: days.end } : undefined),
  )
  const kinds = (['all', ...blackoutKinds] as const).map((id) => ({ id, name: t(`kinds_${id}`) }))
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-64">
          <SearchField label={t('search')} value={text} onChange={setText} />
        </div>
        <Select className="w-44" label={t('kind')} options={kinds} value={kind} onChange={setKind} />
        <DateRangeField label={t('on')} value={days} onChange={setDays} today={dayIn(useZone())} />
        {days && (
          <Button look="quiet" onPress={() => setDays(null)}>
            {t('coming')}
          </Button>
        )}
        <span className="grow" />
        <Add />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-48 rounded-xl" />}
      {data && <Found rows={filtered(data, { kind, text })} isAsked={kind !== 'all' || !!text || !!days} />}
    </div>
  )
}

function Found({ rows, isAsked }: { rows: Parameters<typeof BlackoutList>[0]['rows']; isAsked: boolean }) {
  const t = useTranslations('blackouts')
  if (rows.length > 0) {
    return (
      <Card>
        <BlackoutList rows={rows} isNamed />
      </Card>
    )
  }
  const icon = <CalendarOff aria-hidden className="size-6" />
  if (isAsked) return <EmptyState icon={icon} title={t('noMatch')} />
  return <EmptyState icon={icon} title={t('emptyTitle')} text={t('emptyText')} />
}

/** Begins a blackout of one of the kinds the reader may black out. */
function Add() {
  const t = useTranslations('blackouts')
  const permissions = useSession()?.permissions ?? []
  const [kind, setKind] = useState<BlackoutKind | null>(null)
  const kinds = blackoutKinds.filter((one) => can(permissions, blackoutRights[one]))
  if (kinds.length === 0) return null
  return (
    <>
      <Menu
        label={t('add')}
        entries={kinds.map((one) => ({ id: one, label: t(`new_${one}`), onAction: () => setKind(one) }))}
      >
        <Button look="primary">
          <CalendarOff aria-hidden className="size-4" />
          {t('add')}
        </Button>
      </Menu>
      {kind && <NewBlackoutDialog kind={kind} onClose={() => setKind(null)} />}
    </>
  )
}

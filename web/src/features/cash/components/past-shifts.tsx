'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Menu } from '@/components/ui/menu'
import { Card } from '@/components/ui/page-header'
import { addDays, dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { reopenShift, shiftsQuery, type CashShift } from '../api'
import { differencesOf } from '../model'
import { DeedDialog } from './deed-dialog'
import { ShiftDialog } from './shift-dialog'

/** Shifts that were counted, the newest first; whoever answers for the money opens one again. */
export function PastShifts() {
  const t = useTranslations('cash')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(shiftsQuery)
  const [shown, show] = useState<number | null>(null)
  const [reopened, reopen] = useState<CashShift | null>(null)
  const rows = data?.pages.flatMap(({ shifts }) => shifts).filter(({ closed_at }) => closed_at) ?? []
  if (rows.length === 0) return null
  return (
    <Card title={t('past')} actions={<Download />}>
      <ul className="divide-y">
        {rows.map((row) => (
          <Row key={row.id} shift={row} onShow={() => show(row.id)} onReopen={() => reopen(row)} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="m-4" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
      {shown && <ShiftDialog shift={shown} onClose={() => show(null)} />}
      {reopened && <ReopenDialog shift={reopened} onClose={() => reopen(null)} />}
    </Card>
  )
}

const spans = [
  [30, 'days30'],
  [90, 'days90'],
  [365, 'days365'],
] as const

/** All shifts of a time as a file for a spreadsheet. */
function Download() {
  const t = useTranslations('cash')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const load = (days: number) => {
    const last = dayIn(zone)
    window.location.assign(`/api/cashShifts/csv?first=${addDays(last, 1 - days)}&last=${last}`)
  }
  const entries = spans.map(([days, name]) => ({ id: name, label: t(name), onAction: () => load(days) }))
  return (
    <Menu label={t('download')} entries={entries}>
      <Button size="sm">{t('download')}</Button>
    </Menu>
  )
}

type RowProps = { shift: CashShift; onShow: () => void; onReopen: () => void }

function Row({ shift, onShow, onReopen }: RowProps) {
  const t = useTranslations('cash')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const off = differencesOf(shift)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 grow">
        <p className="font-medium">
          <bdi>{shift.drawer}</bdi>
        </p>
        <p className="text-sm text-soft">
          {format.instant(shift.opened_at, zone)} · {format.list(shift.people.map(({ name }) => name))}
        </p>
      </div>
      <p className={off.length ? 'font-semibold text-warn tabular-nums' : 'text-good'}>
        {off.length
          ? format.list(off.map(({ difference, currency }) => format.money(difference ?? 0, currency)))
          : t('agrees')}
      </p>
      <div className="flex gap-2">
        <Button size="sm" onPress={onShow}>
          {t('details')}
        </Button>
        <Button size="sm" look="quiet" onPress={onReopen}>
          {t('reopen')}
        </Button>
      </div>
    </li>
  )
}

function ReopenDialog({ shift, onClose }: { shift: CashShift; onClose: () => void }) {
  const t = useTranslations('cash')
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      title={t('reopenTitle', { name: shift.drawer })}
      label={t('reopen')}
      isReady={reason.trim() !== ''}
      act={() => reopenShift(shift.id, shift.version, reason)}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">{t('reopenText')}</p>
      <TextField label={t('reason')} value={reason} onChange={setReason} maxLength={300} autoFocus />
    </DeedDialog>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { shiftQuery, type CashMovement, type CashSum } from '../api'
import { kinds, shownKinds, type Kind } from '../model'

/** A shift as on its slip: sums by kind, the count, and every movement. */
export function ShiftDialog({ shift, onClose }: { shift: number; onClose: () => void }) {
  const t = useTranslations('cash')
  const { data, error, refetch } = useQuery(shiftQuery(shift))
  const footer = (
    <>
      <a href={`/api/cashShift/${shift}/csv`} download className={buttonClass()}>
        {t('csv')}
      </a>
      <a href={`/api/cashShift/${shift}/slip`} target="_blank" rel="noopener" className={buttonClass()}>
        <Printer aria-hidden className="size-4" />
        {t('slip')}
      </a>
    </>
  )
  return (
    <Dialog title={data?.shift.drawer ?? t('details')} isOpen size="lg" onClose={onClose} footer={footer}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <div className="space-y-6">
          {data.shift.sums.map((sum) => (
            <Sums key={sum.currency} sum={sum} isOpen={data.shift.closed_at === null} />
          ))}
          {data.shift.reopen_reason && (
            <p className="text-soft">{t('reopenedWhy', { reason: data.shift.reopen_reason })}</p>
          )}
          <Movements rows={data.movements} />
        </div>
      )}
    </Dialog>
  )
}

/** While a shift is open, what there should be is not added up: whoever knows it counts towards it. */
function Sums({ sum, isOpen }: { sum: CashSum; isOpen: boolean }) {
  const t = useTranslations('cash')
  const format = useFormat()
  const money = (value: number) => format.money(value, sum.currency)
  const rows = shownKinds(sum).map((kind) => [t(`kind_${kind}`), money(sum.by_kind[kind] ?? 0)] as const)
  const ends =
    isOpen || sum.counted === null
      ? []
      : ([
          [t('expected'), money(sum.expected)],
          [t('counted'), money(sum.counted)],
          [t('difference'), money(sum.difference ?? 0)],
        ] as const)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums">
      {[...rows, ...ends].map(([name, amount]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="text-end">{amount}</dd>
        </div>
      ))}
      {sum.reason && <p className="col-span-2 text-soft">{sum.reason}</p>}
    </dl>
  )
}

function Movements({ rows }: { rows: CashMovement[] }) {
  const t = useTranslations('cash')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const labelOf = (kind: string) => {
    const known = kinds.find((one): one is Kind => one === kind)
    return known ? t(`kind_${known}`) : t('difference')
  }
  return (
    <ol aria-label={t('movements')} className="divide-y border-y text-sm">
      {rows.map((row) => (
        <li key={row.id} className="flex items-baseline gap-3 py-2">
          <span className="text-faint tabular-nums">{format.instantTime(row.at, zone)}</span>
          <span className="min-w-0 grow">
            {labelOf(row.kind)}
            <span className="text-soft"> {[row.by?.name, row.reason].filter(Boolean).join(' · ')}</span>
          </span>
          <span className="tabular-nums">{format.money(row.amount, row.currency)}</span>
        </li>
      ))}
    </ol>
  )
}

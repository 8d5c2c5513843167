'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Preview, PreviewIn } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Skeleton } from '@/components/ui/skeleton'
import { useDebounced } from '@/lib/use-debounced'
import { useFormat } from '@/lib/use-format'
import { useSession } from '@/lib/session'
import { previewQuery } from './api'

/** What two guests would pay by what stands in the form, computed by the server's own price. */
export function Example({ body, hasDeposit }: { body: PreviewIn; hasDeposit?: boolean }) {
  const t = useTranslations('general')
  const settled = useDebounced(body, 250)
  const { data, isError } = useQuery(previewQuery(settled))
  const format = useFormat()
  return (
    <section className="rounded-lg border bg-sunken p-4" aria-live="polite">
      <h3 className="mb-3 text-sm font-semibold">
        {data ? t('example', { price: format.money(settled.unit_amount ?? 0, data.currency) }) : t('exampleTitle')}
      </h3>
      {isError && <p className="text-sm text-faint">{t('exampleIncomplete')}</p>}
      {!data && !isError && <Skeleton className="h-24" />}
      {data && !isError && <Lines preview={data} hasDeposit={hasDeposit} />}
    </section>
  )
}

function Lines({ preview, hasDeposit }: { preview: Preview; hasDeposit?: boolean }) {
  const t = useTranslations('general')
  const common = useTranslations('common')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const money = (amount: number) => format.money(amount, preview.currency)
  const rows = preview.lines.map((line) => ({
    key: `${line.kind} ${line.label} ${line.is_inclusive}`,
    label:
      line.kind === 'ticket'
        ? t('exampleGuests', { count: line.qty })
        : line.kind === 'booking_fee'
          ? common('bookingFee')
          : line.label,
    note: line.is_inclusive ? common('included') : undefined,
    amount: money(line.amount),
  }))
  const rest = preview.total - preview.deposit_due
  return (
    <dl className="space-y-1.5 text-sm tabular-nums">
      {rows.map((row) => (
        <Row key={row.key} label={row.label} note={row.note} amount={row.amount} />
      ))}
      <Row label={t('exampleTotal')} amount={money(preview.total)} isStrong />
      {hasDeposit && rest > 0 && (
        <>
          <Row label={t('exampleDeposit')} amount={money(preview.deposit_due)} isStrong />
          <Row
            label={
              preview.balance_due_at
                ? t('exampleRestBy', { day: format.deadline(preview.balance_due_at, zone) })
                : t('exampleRest')
            }
            amount={money(rest)}
          />
        </>
      )}
    </dl>
  )
}

function Row({ label, note, amount, isStrong }: { label: string; note?: string; amount: string; isStrong?: boolean }) {
  return (
    <div
      className={cx('flex justify-between gap-4', isStrong && 'border-t pt-1.5 font-semibold', note && 'text-faint')}
    >
      <dt>
        {label}
        {note && <span> ({note})</span>}
      </dt>
      <dd>{amount}</dd>
    </div>
  )
}

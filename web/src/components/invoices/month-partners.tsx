'use client'
import { MailWarning } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { useFormat } from '@/lib/use-format'
import type { Eligible } from './api'
import { billable, sumsOf } from './model'
import { toggledAll, toggledOne, type MonthChoices } from './month'

type Props = { rows: Eligible[]; choices: MonthChoices; onChange: (more: Partial<MonthChoices>) => void }

/** Every partner with something to bill, all of them in at first; who is owed credit waits. */
export function MonthPartners({ rows, choices, onChange }: Props) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { left } = choices
  const offered = billable(rows)
  const waiting = rows.filter((row) => row.net_amount <= 0)
  return (
    <section aria-label={t('partners')} className="overflow-hidden rounded-xl border">
      {offered.length > 0 && (
        <Head offered={offered} left={left} onToggle={() => onChange({ left: toggledAll(rows, left) })} />
      )}
      <ul className="max-h-80 divide-y overflow-y-auto">
        {offered.map((row) => (
          <Partner
            key={row.reseller.id}
            row={row}
            isIn={!left.has(row.reseller.id)}
            isSent={choices.isSent}
            onToggle={() => onChange({ left: toggledOne(left, row.reseller.id) })}
          />
        ))}
      </ul>
      {waiting.length > 0 && (
        <p className="border-t px-4 py-3 text-sm text-soft text-pretty">
          {t('creditWaits', { names: format.list(waiting.map((row) => row.reseller.name)) })}
        </p>
      )}
    </section>
  )
}

type HeadProps = { offered: Eligible[]; left: ReadonlySet<number>; onToggle: () => void }

/** All of them in or out, and what the chosen ones come to. */
function Head({ offered, left, onToggle }: HeadProps) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const chosen = offered.filter((row) => !left.has(row.reseller.id))
  const sums = sumsOf(chosen).map(([currency, amount]) => format.money(amount, currency))
  const trips = chosen.reduce((sum, row) => sum + row.trips_cnt, 0)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 border-b bg-sunken px-4 py-1">
      <Checkbox
        isSelected={chosen.length === offered.length}
        isIndeterminate={chosen.length > 0 && chosen.length < offered.length}
        onChange={onToggle}
      >
        <span className="font-medium">{t('partnersChosen', { count: chosen.length, all: offered.length })}</span>
      </Checkbox>
      <p role="status" className="font-semibold tabular-nums">
        {chosen.length > 0 && `${t('trips', { count: trips })} · ${format.list(sums)}`}
      </p>
    </header>
  )
}

type PartnerProps = { row: Eligible; isIn: boolean; isSent: boolean; onToggle: () => void }

function Partner({ row, isIn, isSent, onToggle }: PartnerProps) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const hasNoEmail = row.billing_emails.length === 0
  return (
    <li className="px-4">
      <Checkbox isSelected={isIn} onChange={onToggle} className="w-full *:last:grow">
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0">
            <bdi className="font-medium">{row.reseller.name}</bdi>
            <span className="block text-sm text-faint">
              {t('trips', { count: row.trips_cnt })}
              {isSent && !hasNoEmail && <span className="break-all"> · {row.billing_emails.join(', ')}</span>}
            </span>
            {hasNoEmail && (
              <span className="flex items-center gap-1.5 text-sm text-warn">
                <MailWarning aria-hidden className="size-4 shrink-0" />
                {t('noEmail')}
              </span>
            )}
          </span>
          <span className="shrink-0 font-medium tabular-nums">{format.money(row.net_amount, row.currency)}</span>
        </span>
      </Checkbox>
    </li>
  )
}

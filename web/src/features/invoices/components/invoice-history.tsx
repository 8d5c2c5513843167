'use client'
import { useTranslations } from 'use-intl'
import { useDeedName } from '@/features/audit/use-deed-name'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import type { Invoice } from '@/components/invoices/api'
import { usePlace } from '@/components/invoices/use-words'

/** What happened to an invoice, newest first. */
export function InvoiceHistory({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const deedName = useDeedName()
  const { zone } = usePlace()
  if (invoice.events.length === 0) return <p className="text-sm text-soft">{t('noHistory')}</p>
  return (
    <ol className="space-y-3 border-s ps-4">
      {invoice.events.map((entry) => (
        <li key={entry.id} className="relative text-sm">
          <span
            aria-hidden
            className="absolute -start-[20.5px] top-1.5 size-2 rounded-full bg-line-strong ring-4 ring-surface"
          />
          <p className="font-medium first-letter:uppercase">{deedName(entry.action)}</p>
          {entry.reason && <p className="text-soft">“{isolate(entry.reason)}”</p>}
          <p className="text-faint">
            {isolate(entry.actor.name || t('bySystem'))} ·{' '}
            <time dateTime={entry.at}>{format.instant(entry.at, zone)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

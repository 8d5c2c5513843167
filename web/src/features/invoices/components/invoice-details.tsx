'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { KeyValues } from '@/components/ui/key-values'
import { isolate } from '@/lib/isolate'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Invoice } from '@/components/invoices/api'
import { deedsOf } from '@/components/invoices/model'
import { useDayOf } from '@/components/invoices/use-words'

const NoteDialog = late(() => import('./note-dialog').then((file) => file.NoteDialog))

/** The days it bills, when it went out and to whom, and what it says below its lines. */
export function InvoiceDetails({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const dayOf = useDayOf()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useCan('invoice.manage') && deedsOf(invoice).note
  const day = (text: string) => format.day(text, 'medium')
  const rows: [string, React.ReactNode][] = [
    [t(`period_${invoice.date_type}`), `${day(invoice.date_from)} – ${day(invoice.date_to)}`],
    [t('createdOn'), day(dayOf(invoice.created_at))],
  ]
  if (invoice.issued_at) rows.push([t('sentOn'), day(dayOf(invoice.issued_at))])
  if (invoice.due_date) rows.push([t('due'), day(invoice.due_date)])
  if (invoice.voided_at) rows.push([t('voidedOn'), day(dayOf(invoice.voided_at))])
  rows.push([t(invoice.sent_to.length ? 'sentTo' : 'billingEmail'), <Emails key="emails" invoice={invoice} />])
  if (invoice.note) {
    rows.push([
      t('note'),
      <span key="note" className="whitespace-pre-line">
        {isolate(invoice.note)}
      </span>,
    ])
  }
  return (
    <>
      <KeyValues rows={rows} />
      {mayEdit && (
        <Button size="sm" className="mt-3 print:hidden" onPress={() => setEditing(true)}>
          {t(invoice.note ? 'editNote' : 'addNote')}
        </Button>
      )}
      {isEditing && <NoteDialog invoice={invoice} onClose={() => setEditing(false)} />}
    </>
  )
}

function Emails({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const emails = invoice.sent_to.length ? invoice.sent_to : invoice.billing_emails
  if (emails.length === 0) return <span className="text-warn">{t('noEmail')}</span>
  return (
    <ul>
      {emails.map((email) => (
        <li key={email} className="break-all">
          {email}
        </li>
      ))}
    </ul>
  )
}

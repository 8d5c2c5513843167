'use client'
import { Mail, Phone } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { CallsCard } from '@/components/calls/calls-card'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { dayIn } from '@/lib/dates'
import { languageName } from '@/lib/languages'
import { formatPhone } from '@/lib/phone'
import { useFormat } from '@/lib/use-format'
import { addressLines } from '../model'
import { ConsentCard } from './consent-card'
import { MergesCard } from './merges-card'

type Props = { customer: CustomerFull; zone: string }

/** Everything that is known of a person, on one page. */
export function OverviewTab({ customer, zone }: Props) {
  const t = useTranslations('customers')
  const format = useFormat()
  const day = (at: string) => format.day(dayIn(zone, new Date(at)), 'medium')
  return (
    <div className="space-y-5">
      {customer.anonymised_at && (
        <Notice tone="info">{t('anonymisedOn', { date: day(customer.anonymised_at) })}</Notice>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <ContactCard customer={customer} />
          <NotesCard notes={customer.notes} />
          <CallsCard
            whose={{ customer: customer.id }}
            known={{ customer_id: customer.id, number: customer.phone ?? '' }}
          />
          <MergesCard customer={customer} zone={zone} />
        </div>
        <div className="space-y-5">
          <PersonCard customer={customer} zone={zone} />
          <ConsentCard customer={customer} zone={zone} />
        </div>
      </div>
    </div>
  )
}

function NotesCard({ notes }: { notes: string }) {
  const t = useTranslations('customers')
  return (
    <Card title={t('field_notes')}>
      {notes ? (
        <p className="break-words whitespace-pre-line">{notes}</p>
      ) : (
        <p className="text-faint">{t('noNotes')}</p>
      )}
    </Card>
  )
}

function ContactCard({ customer }: { customer: CustomerFull }) {
  const t = useTranslations('customers')
  const phones = [customer.phone, ...customer.more_phones].filter((one) => one !== null)
  const emails = [customer.email, ...customer.more_emails].filter((one) => one !== null)
  const row = 'flex min-h-11 items-center gap-3 break-all hover:text-accent hover:underline'
  const address = addressLines(customer.address)
  return (
    <Card title={t('contact')}>
      <ul className="-my-2">
        {phones.map((phone) => (
          <li key={phone}>
            <a href={`tel:${phone}`} className={row}>
              <Phone aria-hidden className="size-4 shrink-0 text-faint" />
              {formatPhone(phone)}
            </a>
          </li>
        ))}
        {emails.map((email) => (
          <li key={email}>
            <a href={`mailto:${email}`} className={row}>
              <Mail aria-hidden className="size-4 shrink-0 text-faint" />
              {email}
            </a>
          </li>
        ))}
        {phones.length + emails.length === 0 && <li className="py-2 text-faint">{t('noContact')}</li>}
      </ul>
      {address.length > 0 && (
        <div className="mt-4 border-t pt-4 text-sm">
          <h3 className="text-faint">{t('field_address')}</h3>
          <address className="mt-1 whitespace-pre-line not-italic">{address.join('\n')}</address>
        </div>
      )}
    </Card>
  )
}

function PersonCard({ customer, zone }: Props) {
  const t = useTranslations('customers')
  const format = useFormat()
  const day = (at: string | null) => at && format.day(dayIn(zone, new Date(at)), 'medium')
  const country = customer.country && new Intl.DisplayNames(format.locale, { type: 'region' }).of(customer.country)
  return (
    <Card title={t('person')}>
      <KeyValues
        rows={[
          [t('field_company'), customer.company],
          [t('field_country'), country],
          [
            t('field_locale'),
            new Intl.DisplayNames(format.locale, { type: 'language' }).of(customer.locale) ??
              languageName(customer.locale),
          ],
          [t('field_birth_date'), customer.birth_date && format.day(customer.birth_date, 'medium')],
          [t('col_first_trip_at'), day(customer.first_trip_at)],
          [t('col_last_trip_at'), day(customer.last_trip_at)],
          [t('col_created_at'), day(customer.created_at)],
        ]}
      />
    </Card>
  )
}

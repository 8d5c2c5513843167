'use client'
import { Globe, Mail, Phone, Star, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { formatPhone } from '@/lib/phone'
import { useFormat } from '@/lib/use-format'

/** How to reach the person who booked. */
export function ContactCard({ trip }: { trip: TripFull }) {
  const t = useTranslations('trip')
  const { locale } = useFormat()
  const { email, phone, country } = trip.contact
  const row = 'flex min-h-11 items-center gap-3 break-all'
  return (
    <Card title={t('contact')}>
      <ul className="-my-2">
        {trip.customer && <CustomerLink customer={trip.customer} row={row} />}
        {phone && (
          <li>
            <a href={`tel:${phone.replace(/\s/g, '')}`} className={`${row} hover:text-accent hover:underline`}>
              <Phone aria-hidden className="size-4 shrink-0 text-faint" />
              {formatPhone(phone)}
            </a>
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}`} className={`${row} hover:text-accent hover:underline`}>
              <Mail aria-hidden className="size-4 shrink-0 text-faint" />
              {email}
            </a>
          </li>
        )}
        {country && (
          <li className={row}>
            <Globe aria-hidden className="size-4 shrink-0 text-faint" />
            {new Intl.DisplayNames(locale, { type: 'region' }).of(country)}
          </li>
        )}
        {!phone && !email && <li className="py-2 text-faint">{t('noContact')}</li>}
      </ul>
    </Card>
  )
}

/** The person behind the trip, over all their trips. */
function CustomerLink({ customer, row }: { customer: NonNullable<TripFull['customer']>; row: string }) {
  const t = useTranslations('trip')
  return (
    <li>
      <AppLink
        to="customer"
        params={{ customer: String(customer.id) }}
        className={`${row} hover:text-accent hover:underline`}
      >
        <UserRound aria-hidden className="size-4 shrink-0 text-faint" />
        <span>
          {customer.name || customer.email || t('customer')}
          {customer.is_vip && (
            <Star role="img" aria-label={t('vip')} className="ms-1.5 inline size-3.5 fill-current text-warn" />
          )}
          <span className="block text-sm text-faint">{t('customerTrips', { count: customer.trip_cnt })}</span>
        </span>
      </AppLink>
    </li>
  )
}

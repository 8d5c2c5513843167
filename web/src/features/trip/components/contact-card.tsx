'use client'
import { Globe, Languages, Mail, Pencil, Phone, Star, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { languageName } from '@/lib/languages'
import { formatPhone } from '@/lib/phone'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../trip-context'
import type { Trip } from '../types'

const row = 'flex min-h-11 items-center gap-3 break-all'
const icon = 'size-4 shrink-0 text-faint'

/** How to reach the person who booked. */
export function ContactCard() {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  const actions = may.note && (
    <IconButton label={t('editContact')} onPress={() => open({ kind: 'contact' })} className="-me-2">
      <Pencil aria-hidden className="size-4" />
    </IconButton>
  )
  return (
    <Card title={t('contact')} actions={actions}>
      <ul className="-my-2">
        {trip.customer && <CustomerLink customer={trip.customer} />}
        <Reach />
        <Origin />
      </ul>
    </Card>
  )
}

function Reach() {
  const t = useTranslations('trip')
  const { email, phone } = useTrip().trip.contact
  const link = `${row} hover:text-accent hover:underline`
  return (
    <>
      {phone && (
        <li>
          <a href={`tel:${phone.replace(/\s/g, '')}`} className={link}>
            <Phone aria-hidden className={icon} />
            {formatPhone(phone)}
          </a>
        </li>
      )}
      {email && (
        <li>
          <a href={`mailto:${email}`} className={link}>
            <Mail aria-hidden className={icon} />
            {email}
          </a>
        </li>
      )}
      {!phone && !email && <li className="py-2 text-faint">{t('noContact')}</li>}
    </>
  )
}

function Origin() {
  const { locale } = useFormat()
  const { country, locale: language } = useTrip().trip.contact
  return (
    <>
      {country && (
        <li className={row}>
          <Globe aria-hidden className={icon} />
          {new Intl.DisplayNames(locale, { type: 'region' }).of(country)}
        </li>
      )}
      {language && (
        <li className={row}>
          <Languages aria-hidden className={icon} />
          {languageName(language)}
        </li>
      )}
    </>
  )
}

/** The person behind the trip, over all their trips. */
function CustomerLink({ customer }: { customer: NonNullable<Trip['customer']> }) {
  const t = useTranslations('trip')
  return (
    <li>
      <AppLink
        to="customer"
        params={{ customer: String(customer.id) }}
        className={`${row} hover:text-accent hover:underline`}
      >
        <UserRound aria-hidden className={icon} />
        <span>
          <bdi>{customer.name || customer.email || t('customer')}</bdi>
          {customer.is_vip && (
            <Star role="img" aria-label={t('vip')} className="ms-1.5 inline size-3.5 fill-current text-warn" />
          )}
          <span className="block text-sm text-faint">{t('customerTrips', { count: customer.trip_cnt })}</span>
        </span>
      </AppLink>
    </li>
  )
}

'use client'
import { Mail, Phone, Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { IconButton } from '@/components/ui/button'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { cx } from '@/components/ui/cx'
import { Tooltip } from '@/components/ui/tooltip'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useCustomerName } from '../use-names'
import { useVip } from '../use-vip'
import { CustomerActions } from './customer-actions'

type Props = { customer: CustomerFull; zone: string }

/** Who it is, how to reach them, what they owe and when they come next. */
export function CustomerHeader({ customer, zone }: Props) {
  const t = useTranslations('customers')
  const name = useCustomerName()(customer)
  return (
    <header className="border-b">
      <div className="mx-auto max-w-6xl px-4 pt-4 pb-4 md:px-8">
        <AppLink to="customers" params={{}} className="text-sm text-faint hover:text-ink hover:underline">
          ← {t('title')}
        </AppLink>
        <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <div className="flex items-center gap-1">
              <h1 className="text-2xl font-semibold text-balance break-words">{name}</h1>
              {!customer.anonymised_at && <VipStar customer={customer} name={name} />}
            </div>
            <Marks customer={customer} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <QuickContact customer={customer} />
            {!customer.anonymised_at && <CustomerActions customer={customer} name={name} />}
          </div>
        </div>
        <Standing customer={customer} zone={zone} />
      </div>
    </header>
  )
}

function VipStar({ customer, name }: { customer: CustomerFull; name: string }) {
  const t = useTranslations('customers')
  const mayEdit = useCan('customer.edit')
  const setVip = useVip(customer, name)
  const label = t(customer.is_vip ? 'vipOff' : 'vipOn')
  const star = (
    <Star aria-hidden className={cx('size-5', customer.is_vip && 'fill-current text-warn')} strokeWidth={1.75} />
  )
  if (!mayEdit) return customer.is_vip ? <span className="p-2">{star}</span> : null
  return (
    <Tooltip text={label}>
      <IconButton label={label} onPress={() => setVip(!customer.is_vip)}>
        {star}
      </IconButton>
    </Tooltip>
  )
}

function Marks({ customer }: { customer: CustomerFull }) {
  const t = useTranslations('customers')
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-soft">
      {customer.company && <span className="me-1">{customer.company}</span>}
      {customer.is_vip && <Badge tone="warn">{t('vip')}</Badge>}
      {customer.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </div>
  )
}

function QuickContact({ customer }: { customer: CustomerFull }) {
  const t = useTranslations('customers')
  return (
    <>
      {customer.phone && (
        <a href={`tel:${customer.phone}`} className={buttonClass('secondary', 'md')}>
          <Phone aria-hidden className="size-4" />
          {t('call')}
        </a>
      )}
      {customer.email && (
        <a href={`mailto:${customer.email}`} className={buttonClass('secondary', 'md')}>
          <Mail aria-hidden className="size-4" />
          {t('field_email')}
        </a>
      )}
    </>
  )
}

function Standing({ customer, zone }: Props) {
  const t = useTranslations('customers')
  const format = useFormat()
  const { balance_due_amount: due, next_trip: next } = customer
  return (
    <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3 text-sm">
      <Fact name={t('balanceDue')}>
        <span className={cx('tabular-nums', due > 0 && 'font-semibold text-warn')}>
          {due > 0 ? format.money(due, customer.currency) : t('nothingDue')}
        </span>
      </Fact>
      <Fact name={t('nextTrip')}>
        {next ? (
          <AppLink
            to="trip"
            params={{ trip: String(next.id) }}
            className="font-medium hover:text-accent hover:underline"
          >
            {format.day(dayIn(zone, new Date(next.start_at)), 'medium')}, {format.instantTime(next.start_at, zone)} ·{' '}
            {format.shortList(next.experience_names)}
          </AppLink>
        ) : (
          t('noNextTrip')
        )}
      </Fact>
      <Fact name={t('col_lifetime_value_amount')}>
        <span className="tabular-nums">
          {format.money(customer.lifetime_value_amount, customer.currency)} · {t('trips', { count: customer.trip_cnt })}
        </span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-faint">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

'use client'
import { ChevronRight, PhoneCall, Star, TicketPlus, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { IconButton } from '@/components/ui/button'
import { Badge } from '@/components/ui/badge'
import { AppLink } from '@/lib/app-link'
import { languageName } from '@/lib/languages'
import { formatPhone } from '@/lib/phone'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { saleQuery } from './model'
import type { Call } from './types'
import { useCaller } from './use-caller'

type Props = { call: Call; zone: string; onDismiss: () => void; onTouch: () => void }

/** One call that rings: who it is, their trips, and the way to a new one with the number filled in. */
export function PopCard({ call, zone, onDismiss, onTouch }: Props) {
  const t = useTranslations('ringing')
  const caller = useCaller()(call)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDismiss()
  }
  return (
    <article
      aria-label={t('announce', { name: caller })}
      onClickCapture={onTouch}
      onKeyDown={onKeyDown}
      className="overflow-hidden rounded-xl border border-line-strong bg-raised shadow-float motion-safe:animate-rise"
    >
      <header className="flex items-start gap-3 bg-accent-wash py-2.5 ps-4 pe-1.5">
        <PhoneCall aria-hidden className="mt-1 size-5 shrink-0 text-accent" />
        <div className="min-w-0 grow">
          <Name call={call} caller={caller} />
          <p className="text-sm text-soft">
            {call.caller_number && <bdi dir="ltr">{formatPhone(call.caller_number)}</bdi>}
            <Line call={call} />
          </p>
        </div>
        <IconButton label={t('hide')} onPress={onDismiss} className="-my-1">
          <X aria-hidden className="size-5" />
        </IconButton>
      </header>
      <People call={call} />
      <Trips call={call} zone={zone} />
      <Foot call={call} />
    </article>
  )
}

function Name({ call, caller }: { call: Call; caller: string }) {
  return (
    <p className="flex items-center gap-1.5 text-lg leading-snug font-semibold">
      <AppLink
        to="call"
        params={{ call: String(call.id) }}
        prefetch={false}
        className="min-w-0 break-words hover:underline"
      >
        {caller}
      </AppLink>
    </p>
  )
}

/** Which of the operator's numbers was called, where it has a name. */
function Line({ call }: { call: Call }) {
  const t = useTranslations('ringing')
  const { destination_label: label } = call
  if (!label) return null
  return (
    <>
      {call.caller_number && ' · '}
      {t('line', { name: label })}
    </>
  )
}

/** Whom it may be: what to call them by, and in which language. */
function People({ call }: { call: Call }) {
  const t = useTranslations('ringing')
  if (call.customers.length === 0) return <Row>{t('unknown')}</Row>
  return (
    <ul className="divide-y border-b">
      {call.customers.map((one) => (
        <li key={one.id} className="flex min-h-11 items-center gap-2 px-4 text-sm">
          <AppLink
            to="customer"
            params={{ customer: String(one.id) }}
            prefetch={false}
            className="min-w-0 grow truncate font-medium hover:underline"
          >
            <bdi>{one.name}</bdi>
          </AppLink>
          {one.is_vip && (
            <Badge tone="warn">
              <Star aria-hidden className="size-3 fill-current" />
              {t('vip')}
            </Badge>
          )}
          <span className="shrink-0 text-faint">{languageName(one.locale)}</span>
        </li>
      ))}
    </ul>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <p className="border-b px-4 py-2.5 text-sm text-soft">{children}</p>
}

function Trips({ call, zone }: { call: Call; zone: string }) {
  const t = useTranslations('ringing')
  const format = useFormat()
  const mayOpen = useCan('trip.view')
  if (!mayOpen || call.trips.length === 0) return null
  return (
    <ul aria-label={t('trips')} className="divide-y border-b">
      {call.trips.map((trip) => (
        <li key={trip.id}>
          <AppLink
            to="trip"
            params={{ trip: trip.hash }}
            prefetch={false}
            className="flex min-h-12 items-center gap-2 px-4 py-1.5 text-sm hover:bg-sunken"
          >
            <span className="min-w-0 grow">
              <bdi className="block truncate font-medium">{trip.experience || trip.confirmation_code}</bdi>
              <span className="block text-faint">
                {trip.starts_at ? format.instant(trip.starts_at, zone) : t('noDate')} · {trip.confirmation_code}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-faint rtl:rotate-180" />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function Foot({ call }: { call: Call }) {
  const t = useTranslations('ringing')
  const maySell = useCan('trip.create')
  return (
    <footer className="flex flex-wrap gap-2 p-3">
      {maySell && (
        <AppLink to="tripNew" params={{}} query={saleQuery(call)} prefetch={false} className={buttonClass('primary')}>
          <TicketPlus aria-hidden className="size-4" />
          {t('newTrip')}
        </AppLink>
      )}
      <AppLink to="call" params={{ call: String(call.id) }} prefetch={false} className={buttonClass('quiet')}>
        {t('openCall')}
      </AppLink>
    </footer>
  )
}

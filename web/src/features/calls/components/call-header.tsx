'use client'
import { Phone, TicketPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { clock, outsideNumber, saleQuery } from '@/components/calls/model'
import { StatusIcon } from '@/components/calls/status-icon'
import type { Call } from '@/components/calls/types'
import { useCallWords } from '@/components/calls/words'
import { buttonClass } from '@/components/ui/button-class'
import { PageHeader } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { CallbackButton } from './callback-button'

/** Who it was and how it went; the way back to the list, and what to do now. */
export function CallHeader({ call, zone }: { call: Call; zone: string }) {
  const t = useTranslations('calls')
  const format = useFormat()
  const words = useCallWords()
  const maySell = useCan('trip.create')
  const number = outsideNumber(call)
  const above = (
    <AppLink to="calls" params={{}} className="rounded-sm hover:text-ink hover:underline pointer-coarse:py-2.5">
      {t('title')}
    </AppLink>
  )
  const text = (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusIcon call={call} />
      <span>{words.status(call)}</span>
      {call.duration_s > 0 && <span className="tabular-nums">{clock(call.duration_s)}</span>}
      <span>{format.instant(call.started_at, zone)}</span>
    </span>
  )
  return (
    <PageHeader title={words.who(call)} above={above} text={text}>
      <CallbackButton call={call} />
      {number && (
        <a href={`tel:${number}`} className={buttonClass('secondary')}>
          <Phone aria-hidden className="size-4" />
          {t('dial')}
        </a>
      )}
      {maySell && !call.trip && (
        <AppLink to="tripNew" params={{}} query={saleQuery(call)} className={buttonClass('primary')}>
          <TicketPlus aria-hidden className="size-4" />
          {t('newTrip')}
        </AppLink>
      )}
    </PageHeader>
  )
}

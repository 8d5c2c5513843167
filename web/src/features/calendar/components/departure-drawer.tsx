'use client'
import { useQuery } from '@tanstack/react-query'
import { Ban, CalendarCheck2, RotateCcw, Ticket } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Drawer } from '@/components/ui/drawer'
import { FillBar } from '@/components/ui/fill-bar'
import { Notice } from '@/components/ui/notice'
import { timeOf } from '@/components/schedule/axis'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { departureQuery } from '../api'
import { spanOf, type Departure } from '../model'
import type { Calendar } from '../use-calendar'
import type { Moving } from '../use-move'
import { useReopen } from '../use-reopen'
import { CrewPart } from './crew-part'
import { Part } from './drawer-part'
import { ResourcesPart } from './resources-part'
import { SalePart } from './sale-part'
import { WhyNot } from './why-not'

const WaitlistPart = late(() => import('./waitlist-part').then((file) => file.WaitlistPart))
const CancelDialog = late(() => import('@/components/mass-cancel/cancel-dialog').then((file) => file.CancelDialog))

type Props = {
  calendar: Calendar
  departure: Departure
  onMove: (moving: Moving) => void
  onClose: () => void
}

/** Everything about one departure, and what can be done with it. */
export function DepartureDrawer({ calendar, departure, onMove, onClose }: Props) {
  const t = useTranslations('calendar')
  const mayEdit = useCan('timeslot.edit')
  const { slot, tour } = departure
  return (
    <Drawer title={tour.name} isOpen onClose={onClose} footer={<Ways departure={departure} />}>
      <div className="space-y-5">
        <Facts departure={departure} />
        {departure.signs.length > 0 && (
          <Notice tone="warn">
            <ul className="space-y-1">
              {departure.signs.map((sign) => (
                <li key={sign}>{t(`sign_${sign}`)}</li>
              ))}
            </ul>
          </Notice>
        )}
        <CrewPart calendar={calendar} departure={departure} onMove={onMove} />
        <ResourcesPart calendar={calendar} departure={departure} onMove={onMove} />
        <WaitlistPart slot={slot} zone={calendar.zone} />
        {mayEdit && slot.status !== 'cancelled' && <SalePart key={slot.id} departure={departure} />}
        {!mayEdit && slot.note && (
          <Part title={t('note')}>
            <p className="whitespace-pre-line">{slot.note}</p>
          </Part>
        )}
        <WhyNot slot={slot} />
        <Ending departure={departure} />
      </div>
    </Drawer>
  )
}

/** Where one goes from a departure: to its guests, or to sell a seat on it. */
function Ways({ departure: { slot } }: Pick<Props, 'departure'>) {
  const t = useTranslations('calendar')
  const maySell = useCan('trip.create')
  return (
    <>
      <AppLink to="manifest" params={{}} query={`date=${slot.date}`} className={buttonClass('secondary')}>
        <CalendarCheck2 aria-hidden className="size-4" />
        {t('openManifest')}
      </AppLink>
      {maySell && slot.status !== 'cancelled' && (
        <AppLink
          to="tripNew"
          params={{}}
          query={`timeslot=${slot.id}&date=${slot.date}`}
          className={buttonClass('primary')}
        >
          <Ticket aria-hidden className="size-4" />
          {t('sell')}
        </AppLink>
      )}
    </>
  )
}

/** Calling a departure off with everybody on it, or back. */
function Ending({ departure: { slot, tour } }: Pick<Props, 'departure'>) {
  const t = useTranslations('calendar')
  const mayCancel = useCan('timeslot.cancel')
  const reopen = useReopen()
  const [isCancelling, setCancelling] = useState(false)
  if (!mayCancel) return null
  if (slot.status === 'cancelled') {
    return (
      <div className="space-y-2 border-t pt-4">
        <Button isPending={reopen.isPending} onPress={() => reopen.mutate(slot.id)}>
          <RotateCcw aria-hidden className="size-4" />
          {t('reopen')}
        </Button>
        <p className="text-sm text-soft">{t('reopenText')}</p>
      </div>
    )
  }
  const scope = { kind: 'timeslot' as const, id: slot.id, date: slot.date, name: tour.name, time: slot.start_time }
  return (
    <div className="border-t pt-4">
      <Button look="danger" onPress={() => setCancelling(true)}>
        <Ban aria-hidden className="size-4" />
        {t('cancelDeparture')}
      </Button>
      {isCancelling && <CancelDialog scope={scope} onClose={() => setCancelling(false)} />}
    </div>
  )
}

const tones = { open: 'good', closed_online: 'warn', closed: 'neutral', cancelled: 'bad' } as const

function Facts({ departure }: { departure: Departure }) {
  const t = useTranslations('calendar')
  const format = useFormat()
  const { slot, state, tour } = departure
  const { data } = useQuery(departureQuery(slot.id))
  const [begin, end] = spanOf(departure, slot.date)
  const time = slot.is_flex ? t('anyTime') : `${format.time(timeOf(begin))} – ${format.time(timeOf(end))}`
  const few = tour.min_pax_to_run
  return (
    <div className="space-y-2">
      <p className="font-medium">
        <span className="first-letter:uppercase">{format.day(slot.date)}</span>
        <span className="block text-soft tabular-nums">{time}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
        <FillBar booked={slot.booked_pax_cnt} held={slot.held_pax_cnt} capacity={slot.capacity} />
      </div>
      <ul className="text-sm text-soft">
        {slot.held_pax_cnt > 0 && <li>{t('held', { count: slot.held_pax_cnt })}</li>}
        {data && !data.is_unlimited && <li>{t('online', { count: data.online_availability_cnt })}</li>}
        {few !== null && slot.booked_pax_cnt < few && <li>{t('tooFew', { count: few })}</li>}
        {slot.is_day_closed && <li>{t('dayClosed')}</li>}
        {data?.cancel_reason && <li>{data.cancel_reason}</li>}
      </ul>
    </div>
  )
}

import { useEffect } from 'react'
import { get } from '../../api'
import { dotted } from '../../isolate'
import { mediumDate } from '../../times'
import type { TripKey } from '../../messages/trip'
import { useBuilder, useLoad } from '../context'
import { priceOf } from '../known-price'
import { PartFailed } from '../parts/load-failed'
import { callAddress, callText, PhoneLink } from '../parts/phone-link'
import { durationText, timeText } from '../parts/time-text'
import { WaitlistDoor } from '../parts/waitlist-door'
import { WeekStrip } from '../parts/week-strip'
import type { Timeslot } from '../types'

const REASONS: Record<string, TripKey> = {
  sold_out: 'reasonSoldOut',
  resource_unavailable: 'reasonSoldOut',
  past: 'reasonPast',
  cutoff: 'reasonCutoff',
  presale: 'reasonPresale',
}

/** A departure that is full, and that the operator would rather talk about. */
function SlotToCall({ slot, phone }: { slot: Timeslot; phone: string }) {
  const ui = useBuilder()
  return (
    <li>
      <a className="slot" href={callAddress(phone)} target="_top">
        <span className="slot-time">{timeText(slot, ui)}</span>
        <span className="slot-reason">{ui.t('reasonSoldOut')}</span>
        <span className="slot-call">{callText(phone, ui)}</span>
      </a>
    </li>
  )
}

function SlotButton({ slot, index }: { slot: Timeslot; index: number }) {
  const ui = useBuilder()
  const { t, experience, purchase, state } = ui
  const reason = t(REASONS[slot.reason ?? ''] ?? 'reasonUnavailable')
  const price = priceOf(ui, experience, slot.min_price)
  const isFew = slot.is_bookable && !slot.is_unlimited && slot.online_availability_cnt <= slot.countdown_from
  return (
    <li>
      <button
        type="button"
        className="slot"
        disabled={!slot.is_bookable}
        data-chosen={state.timeslot?.id === slot.id}
        id={`slot-${index}`}
        onClick={() => purchase.store.dispatch({ type: 'timeslotChosen', timeslot: slot })}
      >
        <bdi className="slot-time">{timeText(slot, ui)}</bdi>
        {slot.is_bookable ? (
          <>
            {price && <span className="slot-price">{price}</span>}
            {isFew && <span className="slot-few">{t('seatsLeft', { n: slot.online_availability_cnt })}</span>}
          </>
        ) : (
          <span className="slot-reason">{reason}</span>
        )}
      </button>
    </li>
  )
}

function NoTimes({ isEmpty }: { isEmpty: boolean }) {
  const { t, experience, state, locale, purchase } = useBuilder()
  const next = experience?.next_available_date
  return (
    <div className="nothing">
      {isEmpty && <p className="nothing-title">{t('timesNone')}</p>}
      <p>{t('timesNoneHint')}</p>
      {next && next !== state.date && (
        <button type="button" className="button quiet" onClick={() => purchase.store.dispatch({ type: 'dateChosen', date: next })}>
          {t('nextFree', { date: mediumDate(next, locale) })}
        </button>
      )}
      <PhoneLink />
    </div>
  )
}

function Slots({ slots }: { slots: Timeslot[] }) {
  const phone = useBuilder().init.properties.ecom_phone_number
  const isAnyFree = slots.some((slot) => slot.is_bookable)
  return (
    <>
      {slots.length > 0 && (
        <ul className="slots">
          {slots.map((slot, index) =>
            slot.is_call_to_book && phone ? (
              <SlotToCall key={slot.id} slot={slot} phone={phone} />
            ) : (
              <SlotButton key={slot.id} slot={slot} index={index} />
            ),
          )}
        </ul>
      )}
      <WaitlistDoor slots={slots} />
      {!isAnyFree && <NoTimes isEmpty={slots.length === 0} />}
    </>
  )
}

/** The start times of a day. */
export function TimesStep() {
  const ui = useBuilder()
  const { t, state, experience, showDetail, purchase } = ui
  const path = `/api/timeslots/getForExperienceDate/${state.experienceId}/${state.date}`
  const { data, error, retry } = useLoad(path, () => get<Timeslot[]>(path))
  const wanted = data?.find(({ id, is_bookable }) => id === state.wantedTimeslotId && is_bookable)
  useEffect(() => {
    if (wanted && state.busy === null) purchase.store.dispatch({ type: 'timeslotChosen', timeslot: wanted })
  }, [wanted, state.busy, purchase])
  return (
    <section>
      <p className="eyebrow">
        {dotted([experience?.name, experience?.duration_minutes && durationText(experience.duration_minutes, ui)], ui.locale)}
      </p>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('timesTitle')}
      </h1>
      {showDetail && experience?.short_description && (
        <p className="detail">
          <bdi>{experience.short_description}</bdi>
        </p>
      )}
      {experience && (
        <a className="link" href={`/${ui.language}/experiences/${experience.id}`} target="_blank" rel="noopener">
          {t('about')}
        </a>
      )}
      <WeekStrip />
      {error ? (
        <PartFailed t={t} onRetry={retry} />
      ) : data ? (
        <Slots slots={data} />
      ) : (
        <ul className="slots" aria-hidden="true">
          {[1, 2, 3, 4].map((n) => (
            <li key={n} className="bone slot-bone" />
          ))}
        </ul>
      )}
    </section>
  )
}

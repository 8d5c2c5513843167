import { longDate } from '../../dates'
import { dotted } from '../../isolate'
import { listed } from '../../listed'
import { addressName } from '../../names'
import { dayAndTime, mediumDate } from '../../times'
import { Check } from '../../icons'
import { todayIn } from '../../month'
import { startOver } from '../checkout/lifetime'
import { useBuilder, type BuilderUi } from '../context'
import { paidByCards } from '../lines'
import { Photo } from '../parts/photo'
import { portalPath } from '../portal-path'
import { timeText } from '../parts/time-text'
import { activeOrders, type TimeslotRef, type Trip, type TripOrder } from '../types'

function guestsText(order: TripOrder, locale: string): string {
  const counts = new Map<string, number>()
  for (const { customerType } of order.bookings) counts.set(customerType.name, (counts.get(customerType.name) ?? 0) + 1)
  return listed([...counts].map(([name, count]) => `\u2068${count} × ${name}\u2069`), locale)
}

function paidText(trip: Trip, { t, money, locale }: BuilderUi): string {
  const card = trip.payments.find(({ method, card: paid }) => paid && method !== 'gift_card')?.card
  const byCards = paidByCards(trip)
  const rest = trip.totals.paid - byCards
  const parts = [
    rest > 0 && (card ? t('paidByCard', { amount: money(rest), last4: card.last4 }) : money(rest)),
    byCards > 0 && t('paidByGiftCard', { amount: money(byCards) }),
  ]
  return listed(parts, locale)
}

function openText({ totals, balance_due_at }: Trip, { money, t, init, locale }: BuilderUi): string {
  const amount = money(totals.balance)
  if (!balance_due_at) return amount
  return t('amountBy', { amount, date: mediumDate(todayIn(init.properties.time_zone, new Date(balance_due_at)), locale) })
}

/** Opens in the device's own maps. Lines of an address are parts of it. */
const mapUrl = (place: string): string => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place.trim().replace(/\s*\n\s*/g, ', '))}`

/** Some departures are for any time of their day. */
const whenText = (slot: TimeslotRef, ui: BuilderUi): string =>
  slot.is_flex ? dotted([longDate(slot.date, ui.locale), timeText(slot, ui)], ui.locale) : dayAndTime(slot.date, slot.start_time, ui.locale, 'long')

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What was booked, when, where and for whom. */
function Booked({ order }: { order: TripOrder }) {
  const ui = useBuilder()
  const { t, locale } = ui
  const { timeslot, experience } = order
  return (
    <section className="booked">
      <h2 className="done-name">
        <bdi>{experience.name}</bdi>
      </h2>
      <dl className="facts">
        {timeslot && <Fact name={t('when')}>{whenText(timeslot, ui)}</Fact>}
        {experience.meeting_point && (
          <Fact name={t('where')}>
            <bdi>{experience.meeting_point}</bdi>
            <a className="link inline" href={mapUrl(experience.meeting_point)} target="_blank" rel="noopener noreferrer">
              {t('openMap')}
            </a>
          </Fact>
        )}
        <Fact name={t('guests')}>{guestsText(order, locale)}</Fact>
      </dl>
    </section>
  )
}

function Links({ trip }: { trip: Trip }) {
  const { t, purchase } = useBuilder()
  const hash = encodeURIComponent(trip.hash)
  const isDated = activeOrders(trip).some(({ timeslot }) => timeslot && !timeslot.is_flex)
  return (
    <div className="done-links">
      <a className="button" href={portalPath(purchase.language, hash)} target="_blank" rel="noopener">
        {t('openPortal')}
      </a>
      {isDated && (
        <a className="button quiet" href={`/api/customerPortal/${hash}/calendar.ics`} download={`${trip.confirmation_code}.ics`}>
          {t('addToCalendar')}
        </a>
      )}
      <button type="button" className="link" onClick={() => startOver(purchase)}>
        {t('bookAnother')}
      </button>
    </div>
  )
}

/** The operator has the last word; also when a payment arrived after its seats were gone. */
const isReviewed = (trip: Trip): boolean => trip.status.slug === 'under_review'

function titleOf(trip: Trip, { t, locale }: BuilderUi): string {
  const name = addressName(trip.contact.first_name ?? '', trip.contact.last_name ?? '', locale)
  if (isReviewed(trip)) return t('doneRequestTitle')
  return name ? t('doneTitle', { name }) : t('doneTitlePlain')
}

/** Booked: everything the guest needs to come. */
export function DoneStep() {
  const ui = useBuilder()
  const { t, state } = ui
  const trip = state.trip!
  const { email } = trip.contact
  const orders = activeOrders(trip)
  return (
    <section className="done">
      <Photo className="photo-done" sizes="(max-width: 859px) 100vw, 700px" />
      <span className="done-mark">
        <Check />
      </span>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {titleOf(trip, ui)}
      </h1>
      {isReviewed(trip) && <p className="done-review">{t(orders[0]?.timeslot ? 'doneReview' : 'donePaidReview')}</p>}
      <p className="code">
        <span>{t('code')}</span>
        <b dir="ltr">{trip.confirmation_code}</b>
      </p>
      <Links trip={trip} />
      {orders.map((order) => (
        <Booked key={order.id} order={order} />
      ))}
      <dl className="facts">
        {trip.totals.paid > 0 && <Fact name={t('paid')}>{paidText(trip, ui)}</Fact>}
        {trip.totals.balance > 0 && <Fact name={t('stillToPay')}>{openText(trip, ui)}</Fact>}
      </dl>
      {email && !isReviewed(trip) && <p className="detail">{t('doneMail', { email: `\u2068${email}\u2069` })}</p>}
    </section>
  )
}

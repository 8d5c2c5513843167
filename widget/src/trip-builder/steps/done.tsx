import { longDate } from '../../dates'
import { Check } from '../../icons'
import { startOver } from '../checkout/lifetime'
import { useBuilder, type BuilderUi } from '../context'
import { calendarEntry } from '../ics'
import { Photo } from '../parts/photo'
import { timeText } from '../parts/time-text'
import { activeOrder, type Trip, type TripOrder } from '../types'

function download(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

function guestsText(order: TripOrder): string {
  const counts = new Map<string, number>()
  for (const { customerType } of order.bookings) counts.set(customerType.name, (counts.get(customerType.name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `\u2068${count} × ${name}\u2069`).join(', ')
}

function paidText(trip: Trip, { t, money }: BuilderUi): string {
  const card = trip.payments.find((payment) => payment.card)?.card
  const amount = money(trip.totals.paid)
  return card ? t('paidByCard', { amount, last4: card.last4 }) : amount
}

function factsOf(trip: Trip, ui: BuilderUi): [string, string][] {
  const { t, locale } = ui
  const order = activeOrder(trip)
  const facts: [string, string][] = []
  if (order?.timeslot) facts.push([t('when'), `${longDate(order.timeslot.date, locale)}, ${timeText(order.timeslot, ui)}`])
  if (order?.experience.meeting_point) facts.push([t('where'), order.experience.meeting_point])
  if (order) facts.push([t('guests'), guestsText(order)])
  if (trip.totals.paid > 0) facts.push([t('paid'), paidText(trip, ui)])
  return facts
}

function Links({ trip }: { trip: Trip }) {
  const { t, purchase } = useBuilder()
  const order = activeOrder(trip)
  const entry = order && calendarEntry(order, trip.confirmation_code, new Date())
  return (
    <div className="done-links">
      <a className="button" href={`/customerPortal?trip=${encodeURIComponent(trip.hash)}`} target="_blank" rel="noopener">
        {t('openPortal')}
      </a>
      {entry && (
        <button type="button" className="button quiet" onClick={() => download(entry, `${trip.confirmation_code}.ics`)}>
          {t('addToCalendar')}
        </button>
      )}
      <button type="button" className="link" onClick={() => startOver(purchase)}>
        {t('bookAnother')}
      </button>
    </div>
  )
}

/** The operator has the last word; also when a payment arrived after its seats were gone. */
const isReviewed = (trip: Trip): boolean => trip.status.slug === 'under_review'

function titleOf(trip: Trip, { t }: BuilderUi): string {
  const name = trip.contact.first_name
  if (isReviewed(trip)) return t('doneRequestTitle')
  return name ? t('doneTitle', { name }) : t('doneTitlePlain')
}

/** Booked: everything the guest needs to come. */
export function DoneStep() {
  const ui = useBuilder()
  const { t, state } = ui
  const trip = state.trip!
  const { email } = trip.contact
  return (
    <section className="done">
      <Photo className="photo-done" />
      <span className="done-mark">
        <Check />
      </span>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {titleOf(trip, ui)}
      </h1>
      <p className="done-name">{activeOrder(trip)?.experience.name}</p>
      {isReviewed(trip) && <p className="done-review">{t(activeOrder(trip)?.timeslot ? 'doneReview' : 'donePaidReview')}</p>}
      <p className="code">
        <span>{t('code')}</span>
        <b dir="ltr">{trip.confirmation_code}</b>
      </p>
      <dl className="facts">
        {factsOf(trip, ui).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {email && !isReviewed(trip) && <p className="detail">{t('doneMail', { email: `\u2068${email}\u2069` })}</p>}
      <Links trip={trip} />
    </section>
  )
}

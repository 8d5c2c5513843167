import { Clock } from '../../icons'
import { Picture } from '../../picture'
import { isAllowed, actionsOf, isActive, isOneReason, namesAndTickets, offerOf, partsOf, placeOf, refusals, type Refusal } from '../model'
import { momentText, whenText } from '../times'
import type { TripOrder } from '../types'
import type { PortalUi } from '../ui'
import { Bag, People, Pin } from '../icons'
import { Policy } from './policy'

type Props = { ui: PortalUi; order: TripOrder }

function Where({ ui, order }: Props) {
  const place = placeOf(ui.portal, order.id)
  if (!place || (place.lines.length === 0 && !place.map_url)) return null
  return (
    <div className="fact">
      <Pin />
      <div>
        <h3>{ui.t('where')}</h3>
        {place.lines.map((line, index) => (
          <p key={index}>
            <bdi>{line}</bdi>
          </p>
        ))}
        {place.map_url && (
          <a className="inline" href={place.map_url} target="_blank" rel="noreferrer">
            {ui.t('openMap')}
          </a>
        )}
      </div>
    </div>
  )
}

function Bring({ ui, order }: Props) {
  const lines = placeOf(ui.portal, order.id)?.bring ?? []
  if (lines.length === 0) return null
  return (
    <div className="fact">
      <Bag />
      <div>
        <h3>{ui.t('bring')}</h3>
        <ul className="bring">
          {lines.map((line, index) => (
            <li key={index}>
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Guests({ ui, order }: Props) {
  const { t, portal } = ui
  const guests = partsOf(portal, order.id)?.guests ?? []
  if (guests.length === 0) return null
  const { names, tickets } = namesAndTickets(guests)
  return (
    <div className="fact">
      <People />
      <div>
        <h3>{t('guestCnt', { n: guests.length })}</h3>
        {names.length > 0 && (
          <p>
            {names.map((name, index) => (
              <span key={index}>
                {index > 0 && ', '}
                <bdi>{name}</bdi>
              </span>
            ))}
          </p>
        )}
        {tickets.length > 0 && (
          <p>
            {tickets.map(([ticket, count], index) => (
              <span key={index}>
                {`${index > 0 ? ', ' : ''}${count} × `}
                <bdi>{ticket}</bdi>
              </span>
            ))}
          </p>
        )}
        {isAllowed(portal, 'edit_guests') && (
          <button type="button" className="inline scripted" onClick={() => ui.open({ name: 'guests' })}>
            {t('editGuests')}
          </button>
        )}
      </div>
    </div>
  )
}

const NAMES = { rebook: 'changeTime', add_guests: 'addMore', cancel: 'cancelTrip' } as const
const REASONS = {
  off: 'whyOff',
  partner: 'whyPartner',
  under_review: 'whyReview',
  cutoff: 'whyCutoff',
  started: 'whyStarted',
  limit: 'whyLimit',
  unscheduled: 'whyUnscheduled',
  checked_in: 'whyCheckedIn',
  locked: 'whyLocked',
  paying: 'whyPaying',
} as const

function reasonText({ t, portal, operator, locale }: PortalUi, { reason, until }: Refusal): string {
  const when = until && momentText(until, locale, portal.properties.time_zone)
  if (reason === 'cutoff' && when) return t('whyCutoffAt', { when })
  return t(REASONS[reason as keyof typeof REASONS], { name: portal.payments.collected_by ?? operator.name })
}

/** What may be changed, and why what may not. */
function Changes({ ui, order }: Props) {
  const { t, portal } = ui
  const actions = actionsOf(portal, order.id)
  const found = refusals(actions)
  return (
    <>
      {(actions.rebook.is_allowed || actions.add_guests.is_allowed) && (
        <div className="changes scripted">
          {actions.rebook.is_allowed && (
            <button type="button" className="button quiet" onClick={() => ui.open({ name: 'move', orderId: order.id })}>
              {t('changeTime')}
            </button>
          )}
          {actions.add_guests.is_allowed && (
            <button type="button" className="button quiet" onClick={() => ui.open({ name: 'add', orderId: order.id })}>
              {t('addMore')}
            </button>
          )}
        </div>
      )}
      {found.length > 0 && isOneReason(found) && <p className="why">{reasonText(ui, found[0]!)}</p>}
      {!isOneReason(found) &&
        found.map((one) => (
          <p key={one.name} className="why">
            <b>{`${t(NAMES[one.name])}:`}</b>
            {` ${reasonText(ui, one)}`}
          </p>
        ))}
    </>
  )
}

/** What was called off can be booked anew. */
function Offer({ ui, order }: Props) {
  const offer = offerOf(ui.portal, order)
  if (!offer) return null
  return (
    <>
      <p>{ui.t(offer === 'any' ? 'offerAny' : 'offerSame', { name: ui.operator.name })}</p>
      <div className="changes scripted">
        <button type="button" className="button main-button" onClick={() => ui.open({ name: 'move', orderId: order.id })}>
          {ui.t('chooseTime')}
        </button>
      </div>
    </>
  )
}

/** One activity of the trip: when, where, what to bring, who, and what can be changed. */
export function Order({ ui, order }: Props) {
  const { t, locale, portal } = ui
  const { experience, timeslot } = order
  const isGone = !isActive(order)
  return (
    <section className={isGone ? 'card order gone' : 'card order'}>
      {experience.hero_image && <Picture url={experience.hero_image} className="order-photo" sizes="(max-width: 899px) 100vw, 560px" />}
      <h2>
        <bdi>{experience.name}</bdi>
      </h2>
      {isGone && (
        <p>
          <span className="badge">{t('canceled')}</span>
        </p>
      )}
      <div className="fact">
        <Clock />
        <p className="when">{timeslot ? whenText(timeslot, locale, portal.properties.time_zone) : t('dateOpen')}</p>
      </div>
      {isGone && <Offer ui={ui} order={order} />}
      {!isGone && (
        <>
          <Where ui={ui} order={order} />
          <Bring ui={ui} order={order} />
          <Guests ui={ui} order={order} />
          <Policy ui={ui} orderId={order.id} />
          <Changes ui={ui} order={order} />
        </>
      )}
    </section>
  )
}

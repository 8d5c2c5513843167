import { Head } from '../guest-page/head'
import { LANGUAGES_AND_ARABIC } from '../guest-page/language'
import { activeOrders, isActive } from './model'
import { Contact, EmailLink, PhoneLink } from './parts/contact'
import { Documents } from './parts/documents'
import { Next } from './parts/next'
import { Order } from './parts/order'
import { GiftCards, Price } from './parts/price'
import { Status } from './parts/status'
import { Said, Thread } from './parts/thread'
import type { Operator } from './types'
import type { PortalUi, Speech } from './ui'

type FrameProps = Speech & { operator: Operator; children: React.ReactNode }

/** The operator's name above, and the language. */
export function Frame({ t, language, onLanguage, operator, children }: FrameProps) {
  return (
    <div className="portal">
      <Head operator={operator} language={language} offered={LANGUAGES_AND_ARABIC} label={t('language')} onLanguage={onLanguage} />
      {children}
    </div>
  )
}

/** The whole trip on one page. No part of it has hooks: the server draws it as well. */
export function Page({ ui }: { ui: PortalUi }) {
  const { portal, operator, t, language, locale, onLanguage } = ui
  const orders = [...activeOrders(portal), ...portal.trip.tripOrders.filter((order) => !isActive(order))]
  return (
    <Frame {...{ t, language, locale, onLanguage, operator }}>
      <main>
        <Status ui={ui} />
        <div className="portal-columns">
          <div className="portal-main">
            <Next ui={ui} />
            {orders.map((order) => (
              <Order key={order.id} ui={ui} order={order} />
            ))}
            <GiftCards ui={ui} />
          </div>
          <div className="portal-side">
            <Documents ui={ui} />
            <Price ui={ui} />
            <Said ui={ui} />
            <Thread ui={ui} />
          </div>
        </div>
      </main>
      <Contact ui={ui} />
    </Frame>
  )
}

type FindProps = Speech & { operator: Operator; isUnknown: boolean; children?: React.ReactNode }

/** Opened without a trip, or by a link that opens none any more: the way to one's trips. */
export function FindPage({ operator, isUnknown, children, ...speech }: FindProps) {
  const { t } = speech
  return (
    <Frame {...speech} operator={operator}>
      <main className="page-state find">
        <h1 className="heading">{t(isUnknown ? 'unknownTitle' : 'findTitle')}</h1>
        <p>{t(isUnknown ? 'unknownText' : 'findText')}</p>
        {children}
        <div className="page-links">
          <PhoneLink t={t} phone={operator.phone} />
          <EmailLink email={operator.email} />
        </div>
      </main>
    </Frame>
  )
}

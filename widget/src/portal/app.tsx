import { useEffect, useMemo, useState } from 'react'
import { applyBrand } from '../brand'
import { LANGUAGES_AND_ARABIC, localeFor, type GuestLanguage } from '../guest-page/language'
import { Failed, isUnknown, Waiting } from '../guest-page/states'
import { useWords } from '../guest-page/words'
import { translator } from '../i18n'
import { loadPortalMessages, type PortalMessages } from '../messages/portal'
import { formatMoney } from '../money'
import type { PortalFirst } from './first'
import { panelAt } from './model'
import { FindPage, Page } from './page'
import { Panels } from './panels'
import { Find } from './panels/find'
import { openPortal, withdrawMove } from './server'
import { problemOf } from './task'
import type { Operator, Portal } from './types'
import type { Panel, PortalUi, Speech, Told } from './ui'

type Opened = { portal: Portal | null; error: unknown }

/** The trip: what the page came with, asked anew after a change and in another language. */
function usePortal(hash: string, first: PortalFirst, language: GuestLanguage): [Opened, () => void] {
  const [opened, setOpened] = useState<Opened>({ portal: first.portal ?? null, error: null })
  const [asked, setAsked] = useState(`${first.portal ? first.language : ''} 0`)
  const [turn, setTurn] = useState(0)
  const wanted = `${language} ${turn}`
  useEffect(() => {
    if (!hash || asked === wanted) return
    let isCurrent = true
    openPortal(hash).then(
      (portal) => isCurrent && (setOpened({ portal, error: null }), setAsked(wanted)),
      // Without a connection the page goes on with what it has.
      (error: unknown) => isCurrent && setOpened(({ portal }) => ({ portal, error: portal ? null : error })),
    )
    return () => void (isCurrent = false)
  }, [hash, asked, wanted])
  return [opened, () => setTurn((count) => count + 1)]
}

type TripProps = Speech & { hash: string; portal: Portal; operator: Operator; now: number; onChanged: () => void }

/** One trip, and what is open above it. */
function Trip({ hash, portal, operator, now, onChanged, ...speech }: TripProps) {
  const [panel, setPanel] = useState<Panel | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [wanted] = useState(() => panelAt(portal, location))
  useEffect(() => {
    if (wanted) setPanel(wanted)
  }, [wanted])
  useEffect(() => {
    if (told) document.getElementById('told')?.focus()
  }, [told])
  const money = (minor: number): string => formatMoney(minor, portal.trip.currency, speech.locale)
  const done = (what: Told): void => {
    setPanel(null)
    setTold(what)
    onChanged()
  }
  const ui: PortalUi = {
    ...speech,
    hash,
    portal,
    operator,
    money,
    now,
    told,
    open: (wanted) => {
      setTold(null)
      setPanel(wanted)
    },
    close: () => setPanel(null),
    done,
    refresh: onChanged,
    withdraw: (orderId) => void withdrawMove(hash, orderId).then(() => done({ key: 'moveWithdrawn' }), (error: unknown) => setTold({ key: problemOf(error) })),
  }
  return (
    <>
      <Page ui={ui} />
      {panel && <Panels ui={ui} panel={panel} />}
    </>
  )
}

const operatorOf = ({ account, properties }: Portal): Operator => ({ ...properties, ...account })

type SpeakingProps = { hash: string; first: PortalFirst; language: GuestLanguage; messages: PortalMessages; onLanguage: (to: GuestLanguage) => void }

/** The page once it has words. */
function Speaking({ hash, first, language, messages, onLanguage }: SpeakingProps) {
  const [{ portal, error }, again] = usePortal(hash, first, language)
  const operator = portal ? operatorOf(portal) : first.operator
  const locale = localeFor(language, operator?.locale ?? language)
  const t = useMemo(() => translator(messages, locale), [messages, locale])
  const [now] = useState(() => first.now ?? Date.now())
  const title = operator ? `${t('title')} · ${operator.name}` : t('title')
  useEffect(() => void (document.title = title), [title])
  // The page came with it where the server filled it in.
  const brand = first.operator ? null : operator?.brand_color
  useEffect(() => {
    if (brand) applyBrand(brand)
  }, [brand])
  const speech: Speech = { language, locale, t, onLanguage }
  if (portal && operator) return <Trip {...speech} {...{ hash, portal, operator, now }} onChanged={again} />
  const isGone = first.is_unknown === true || isUnknown(error)
  if (operator && (!hash || isGone)) {
    return (
      <FindPage {...speech} operator={operator} isUnknown={isGone}>
        <Find {...speech} operator={operator} />
      </FindPage>
    )
  }
  if (error || !hash) return <Failed t={t} isUnknown={isGone || !hash} onRetry={again} />
  return <Waiting label={t('loading')} bones={3} />
}

const offered = LANGUAGES_AND_ARABIC

/** Brings the words and the trip together; both may have come with the page. */
export function PortalApp({ path, hash, first }: { path: string; hash: string; first: PortalFirst }) {
  const [known] = useState(() => (first.language && first.messages ? { language: first.language, messages: first.messages } : null))
  const [{ language, messages }, choose] = useWords<GuestLanguage, PortalMessages>(path, { offered, load: loadPortalMessages, known })
  if (!messages) return <Waiting bones={3} />
  return <Speaking {...{ hash, first, language, messages }} onLanguage={choose} />
}

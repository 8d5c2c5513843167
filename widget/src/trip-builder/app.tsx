import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { serverNow } from '../api'
import { useInit, useMessages, type Loaded } from '../boot'
import { isFramed, tellHost } from '../host'
import { onHostMessage } from '../host-messages'
import { translator } from '../i18n'
import { displayLocale } from '../languages'
import { setLook } from '../set-look'
import { loadTripMessages, type TripKey } from '../messages/trip'
import { formatMoney } from '../money'
import { isDate, todayIn } from '../month'
import { calendarUrl, positiveInt, recalledQuery, tripBuilderUrl, type WidgetQuery } from '../query'
import type { Init } from '../types'
import { Builder } from './builder'
import { createPurchase, keepLook, type Purchase } from './checkout/checkout'
import { partyOf } from './guests'
import { follow, release, resume } from './checkout/lifetime'
import { BuilderProvider, type BuilderUi } from './context'
import { LoadFailed } from './parts/load-failed'
import { PartyBar } from './parts/party-bar'
import { partyText } from './party'
import { AgendaStep } from './steps/agenda'

type Props = {
  query: WidgetQuery
  search: string
  theme: string | null
  /** The page is the calendar by customer type: it stands on the operator's page and opens the booking. */
  isByGuests?: boolean
}

/** The day the builder opens on: the one that was asked for, else the next free day. */
function startDate(init: Init, query: WidgetQuery, today: string): string {
  if (isDate(query.date) && query.date >= today) return query.date
  const live = init.experiences.filter(({ status }) => status.slug === 'live')
  const chosen = live.filter(({ id }) => query.experience === null || id === query.experience)
  const free = chosen.map((experience) => experience.next_available_date).filter((date) => date !== null)
  return free.sort()[0] ?? today
}

function start(init: Init, { query, search, theme }: Props, language: string): Purchase {
  const { properties, experiences, payment } = init
  const today = todayIn(properties.time_zone, new Date(serverNow()))
  const experience = experiences.find(({ id }) => id === query.experience)
  const asked = new URLSearchParams(search)
  return createPurchase({
    experienceId: experience?.id ?? null,
    date: startDate(init, query, today),
    search,
    theme,
    language,
    hasTerms: Boolean(properties.terms_html),
    payment,
    party: partyOf(asked.get('guests')),
    timeslotId: experience ? positiveInt(asked.get('timeslot')) : null,
  })
}

function useUi(init: Init, loaded: Loaded<TripKey>, purchase: Purchase, query: WidgetQuery): BuilderUi {
  const state = useSyncExternalStore(purchase.store.subscribe, purchase.store.get)
  const { language, messages } = loaded
  const words = useMemo(() => {
    const locale = displayLocale(language, init.properties.locale)
    const money = (minor: number): string => formatMoney(minor, init.properties.currency, locale)
    return { locale, money, t: translator(messages, locale) }
  }, [language, messages, init])
  return {
    ...words,
    purchase,
    state,
    init,
    language,
    today: todayIn(init.properties.time_zone, new Date(serverNow())),
    experience: init.experiences.find(({ id }) => id === state.experienceId) ?? null,
    showDetail: query.showDetail ?? true,
    close: isInPage(query) ? null : () => leave(purchase),
  }
}

/** True in a slot of the host page itself, which has a name; its dialog has none, and can be closed. */
const isInPage = ({ calendarId }: WidgetQuery): boolean => isFramed() && calendarId !== null

/** Gives seats back, then closes the host's dialog; on a page of its own, goes back to the calendar. */
function leave(purchase: Purchase): void {
  release(purchase)
  if (isFramed()) tellHost({ type: 'closeModal' })
  else location.assign(calendarUrl(recalledQuery(), location.origin))
}

/** The calendar by customer type: who is coming comes first, then what there is for all of them. */
function ByGuests() {
  return (
    <div className="by-guests">
      <PartyBar />
      <AgendaStep />
    </div>
  )
}

/** Opens the booking of a choice: in the host's dialog when framed, else as the next page. */
function opener({ store, search }: Purchase, query: WidgetQuery, language: string, theme: string | null): NonNullable<BuilderUi['open']> {
  return (experience, date) => {
    const url = new URL(tripBuilderUrl({ ...query, language, experience, date, theme }, location.origin))
    keepLook(url, search)
    const guests = partyText(store.get().party)
    if (guests) url.searchParams.set('guests', guests)
    if (isFramed()) tellHost({ type: 'showModal', url: url.href, calendar_id: query.calendarId })
    else location.assign(url)
  }
}

function Running({ init, loaded, query, search, theme, isByGuests }: Props & { init: Init; loaded: Loaded<TripKey> }) {
  const [purchase] = useState(() => start(init, { query, search, theme }, loaded.language))
  const ui = useUi(init, loaded, purchase, query)
  useEffect(() => {
    if (isByGuests) return
    void resume(purchase)
    return follow(purchase)
  }, [purchase, isByGuests])
  const isClosable = ui.close !== null
  useEffect(() => {
    if (!isClosable) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && isFramed()) leave(purchase)
    }
    window.addEventListener('keydown', onKeyDown)
    const stop = onHostMessage((message) => message.type === 'requestClose' && leave(purchase))
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      stop()
    }
  }, [purchase, isClosable])
  if (isByGuests) {
    return (
      <BuilderProvider value={{ ...ui, open: opener(purchase, query, loaded.language, theme ?? null) }}>
        <ByGuests />
      </BuilderProvider>
    )
  }
  return (
    <BuilderProvider value={ui}>
      <Builder />
    </BuilderProvider>
  )
}

/** Brings words and shared data together, then starts the purchase. */
export function TripBuilderApp({ query, search, theme, isByGuests = false }: Props) {
  const [loaded] = useMessages(query.language, loadTripMessages)
  const [{ init, error }, retry] = useInit()
  const isReady = loaded !== null && (init !== null || error !== null)
  useEffect(() => {
    if (init) setLook(init.properties)
    if (isReady && !isByGuests && !isInPage(query)) tellHost({ type: 'modalReady' })
  }, [init, isReady, isByGuests, query])
  if (!loaded) return <div className="boot" aria-hidden="true" />
  if (error) return <LoadFailed t={translator(loaded.messages, loaded.language)} onRetry={retry} />
  if (!init) return <div className="boot" aria-hidden="true" />
  return <Running init={init} loaded={loaded} query={query} search={search} theme={theme} isByGuests={isByGuests} />
}

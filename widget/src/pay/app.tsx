import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { applyBrand } from '../brand'
import { localeFor } from '../guest-page/language'
import { Failed, isUnknown, Waiting } from '../guest-page/states'
import { useWords } from '../guest-page/words'
import { translator } from '../i18n'
import { loadPayMessages, type PayMessages } from '../messages/pay'
import { formatMoney } from '../money'
import { positiveInt } from '../query'
import { PayProvider, sumNow, type PayUi } from './context'
import { keptIntent, openDesk, type Desk } from './desk'
import { LANGUAGES, secretOf, type PayLanguage } from './language'
import { Page } from './page'
import { checkPayment } from './paying'
import { openLink } from './server'
import type { PayLink } from './types'

type Opened = { link: PayLink | null; error: unknown }

/** Asks for the link, and again when told to. */
function useLink(secret: string): [Opened, () => void] {
  const [opened, setOpened] = useState<Opened>({ link: null, error: null })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    openLink(secret).then(
      (link) => isCurrent && setOpened({ link, error: null }),
      (error: unknown) => isCurrent && setOpened({ link: null, error }),
    )
    return () => void (isCurrent = false)
  }, [secret, attempt])
  const retry = useCallback(() => {
    setOpened({ link: null, error: null })
    setAttempt((count) => count + 1)
  }, [])
  return [opened, retry]
}

function useUi(desk: Desk, language: PayLanguage, messages: PayMessages): PayUi {
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get)
  const { link } = state
  const { currency, operator } = link
  const words = useMemo(() => {
    const locale = localeFor(language, operator.locale)
    const money = (minor: number): string => formatMoney(minor, currency, locale)
    return { locale, money, t: translator(messages, locale) }
  }, [language, messages, currency, operator.locale])
  return { ...words, desk, state, link, sum: sumNow(state), language }
}

type RunningProps = {
  secret: string
  link: PayLink
  language: PayLanguage
  messages: PayMessages
  search: string
  onLanguage: (to: PayLanguage) => void
}

function Running({ secret, link, language, messages, search, onLanguage }: RunningProps) {
  const [desk] = useState(() => openDesk(secret, language, link))
  const ui = useUi(desk, language, messages)
  useEffect(() => {
    applyBrand(link.operator.brand_color)
    // Back from the bank's page, or after a reload while paying.
    const begun = positiveInt(new URLSearchParams(search).get('intent')) ?? keptIntent(secret)
    if (begun && link.state !== 'paid') void checkPayment(desk, begun)
  }, [desk, link, secret, search])
  const title = `${ui.t('title')} · ${link.operator.name}`
  useEffect(() => void (document.title = title), [title])
  return (
    <PayProvider value={ui}>
      <Page onLanguage={onLanguage} />
    </PayProvider>
  )
}

const WORDS = { offered: LANGUAGES, load: loadPayMessages }

/** Brings the words and the link together. */
export function PayApp({ path, search }: { path: string; search: string }) {
  const secret = secretOf(path)
  const [opened, retry] = useLink(secret)
  const [{ language, messages }, choose] = useWords(path, WORDS)
  if (!messages) return <Waiting bones={3} />
  const t = translator(messages, language)
  if (opened.error) return <Failed t={t} isUnknown={isUnknown(opened.error)} onRetry={retry} />
  if (!opened.link) return <Waiting label={t('loading')} bones={3} />
  return <Running {...{ secret, language, messages, search }} link={opened.link} onLanguage={choose} />
}

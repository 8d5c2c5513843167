import { useCallback, useEffect, useState } from 'react'
import { applyBrand } from '../brand'
import { keepPage } from '../guest-page/kept-page'
import { Failed, isUnknown, Waiting } from '../guest-page/states'
import { useWords } from '../guest-page/words'
import { passed, passOn } from '../kiosk/passing'
import { translator } from '../i18n'
import { loadSignMessages } from '../messages/sign'
import { hashOf, LANGUAGES, type SignLanguage } from './language'
import { Frame } from './frame'
import { useShown, useWakeLock } from './kiosk'
import { Choose, Nothing } from './parts/states'
import { Signing } from './signing'
import { deviceToken, openPortal, portalAddress } from './server'
import { templatesFor } from './model'
import type { Portal } from './types'

export const WORDS = { offered: LANGUAGES, load: loadSignMessages }

/** Keeps the page, its words and what can be signed on it, in every language. */
function keepSigning(path: string): Promise<void> {
  const languages = LANGUAGES.map(([code]) => code)
  const load = () => Promise.all(languages.map(loadSignMessages))
  return keepPage(path, load, languages.map((code) => portalAddress(null, code)))
}

type Opened = { portal: Portal | null; error: unknown }

/** What there is to sign, asked again when told to. */
function usePortal(hash: string | null, language: SignLanguage): [Opened, () => void] {
  const [opened, setOpened] = useState<Opened>({ portal: null, error: null })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    openPortal(hash, language).then(
      (portal) => isCurrent && setOpened({ portal, error: null }),
      // Without a connection the page goes on with what it has.
      (error: unknown) => isCurrent && setOpened(({ portal }) => (portal ? { portal, error: null } : { portal, error })),
    )
    return () => void (isCurrent = false)
  }, [hash, language, attempt])
  const again = useCallback(() => setAttempt((count) => count + 1), [])
  return [opened, again]
}

/** Brings the words, what there is to sign, and what staff show on this tablet together. */
export function SignApp({ path, search }: { path: string; search: string }) {
  const hash = hashOf(path)
  const [token] = useState(() => deviceToken(search))
  const [{ language, messages }, choose] = useWords(path, WORDS)
  const [opened, again] = usePortal(hash, language)
  const shown = useShown(hash ? null : token, language)
  const [chosen, setChosen] = useState<number[]>([])
  const [turn, setTurn] = useState(0)
  useWakeLock(token !== null)
  // A kiosk shows this page in between.
  const [way] = useState(() => (hash ? null : passed()))
  const { portal } = opened
  useEffect(() => applyBrand(portal?.account.brand_color), [portal?.account.brand_color])
  const title = messages && portal ? `${translator(messages, language)('title')} · ${portal.account.name}` : null
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  const isKept = token !== null && hash === null && portal !== null
  useEffect(() => {
    if (isKept) void keepSigning(path)
  }, [isKept, path])
  useEffect(() => {
    if (search.includes('device=')) history.replaceState(null, '', path)
  }, [path, search])
  if (!messages) return <Waiting />
  const t = translator(messages, language)
  if (opened.error) return <Failed t={t} isUnknown={isUnknown(opened.error)} onRetry={again} />
  if (!portal) return <Waiting label={t('loading')} />
  const mine: Portal = shown ? { ...portal, required: shown.required } : portal
  const templates = templatesFor(mine, hash, chosen)
  const toKiosk = (key: string | null): void => {
    passOn({ key, language: way?.language ?? null })
    location.assign('/kiosk')
  }
  const next = (): void => {
    if (way) return toKiosk(way.key)
    setChosen([])
    setTurn((count) => count + 1)
    again()
  }
  const key = `${turn}:${shown?.shown_at ?? ''}:${chosen.join()}`
  const isChoosing = !hash && !shown && templates.length === 0 && portal.templates.length > 0
  return (
    <Frame {...{ t, language, portal }} isKiosk={token !== null} onLanguage={choose} onBack={way && next}>
      {way && !shown ? (
        <Waiting bones={1} label={t('loading')} />
      ) : isChoosing ? (
        <Choose t={t} templates={portal.templates} onChoose={(id) => setChosen([id])} />
      ) : templates.length === 0 ? (
        <Nothing t={t} isTrip={hash !== null} />
      ) : (
        <Signing key={key} {...{ t, language, hash, token, templates, onNext: next }} isVisit={way !== null} onIdle={way ? () => toKiosk(null) : next} portal={mine} />
      )}
    </Frame>
  )
}

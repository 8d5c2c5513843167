import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../api'
import { applyBrand } from '../brand'
import { useBeat } from '../guest-page/beat'
import { Head } from '../guest-page/head'
import { rememberLanguage } from '../guest-page/language'
import { Waiting } from '../guest-page/states'
import { translator } from '../i18n'
import { displayLocale } from '../locale'
import { useWakeLock } from '../sign/kiosk'
import { firstLanguage, LANGUAGES, matchLanguage, rememberOperators, signingLanguage, type KioskLanguage } from './language'
import { Plain } from './parts/plain'
import { Staff } from './parts/staff'
import { passOn, takePassed } from './passing'
import { deviceToken, open, partyOf, sign } from './server'
import type { Kiosk, Party } from './types'
import { Visit } from './visit'
import { useKioskWords } from './words'

const AGAIN_MS = 10_000
// Staff who send a waiver here don't wait long.
const BEAT_MS = 5_000

type Opened = { kiosk: Kiosk | null; problem: 'offline' | 'unpaired' | null }

/** What the page begins with, asked again until there is an answer. */
function useKiosk(token: string | null): Opened {
  const [opened, setOpened] = useState<Opened>({ kiosk: null, problem: token ? null : 'unpaired' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!token) return
    let timer: ReturnType<typeof setTimeout>
    open(token).then(
      (kiosk) => setOpened({ kiosk, problem: null }),
      (error: unknown) => {
        const isRefused = error instanceof ApiError && error.status === 403
        setOpened({ kiosk: null, problem: isRefused ? 'unpaired' : 'offline' })
        timer = setTimeout(() => setAttempt((count) => count + 1), AGAIN_MS)
      },
    )
    return () => clearTimeout(timer)
  }, [token, attempt])
  return opened
}

/** Goes to the page to sign on, and is found there again by the way back. */
function goToSign(key: string | null, language: KioskLanguage): void {
  passOn({ key, language })
  rememberLanguage(signingLanguage(language))
  location.assign('/waiverPortal')
}

/** One guest after the other checks in; nothing of one is left for the next. */
export function KioskApp({ path }: { path: string }) {
  const [token] = useState(deviceToken)
  const { kiosk, problem } = useKiosk(token)
  const [from] = useState(takePassed)
  const [own] = useState(() => firstLanguage(path))
  const [chosen, choose] = useState<KioskLanguage | null>(() => matchLanguage(from?.language))
  const [turn, setTurn] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [back, setBack] = useState<Party | null>(null)
  const [isStaff, setStaff] = useState(false)
  const operators = matchLanguage(path.split('/')[1]) ?? matchLanguage(kiosk?.locale) ?? own
  const words = useKioskWords(chosen ?? operators)
  useWakeLock(token !== null)
  useBeat(problem === 'unpaired' ? null : token, 'kiosk', ({ is_waiver_shown }) => is_waiver_shown && kiosk && !isBusy && goToSign(null, chosen ?? operators), BEAT_MS)
  useEffect(() => {
    if (!kiosk) return
    applyBrand(kiosk.account.brand_color)
    rememberOperators(kiosk.locale)
    if (token && from?.key) partyOf(token, from.key).then(setBack, () => undefined)
  }, [kiosk, token, from])
  const title = words && kiosk ? `${String(words.messages.title)} · ${kiosk.account.name}` : null
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  const next = useCallback((isSameGuest = false) => {
    if (!isSameGuest) choose(null)
    setBack(null)
    setBusy(false)
    setTurn((count) => count + 1)
  }, [])
  if (!words) return <Waiting bones={1} />
  const { language } = words
  const t = translator(words.messages, language)
  if (problem === 'unpaired') {
    return (
      <Plain tone="bad" title={t('notPaired')} text={t('notPairedText')}>
        <a className="button" href="/device">
          {t('staff')}
        </a>
      </Plain>
    )
  }
  if (!token || !kiosk) return problem ? <Plain tone="bad" title={t('offline')} text={t('askDesk')} /> : <Waiting bones={1} label={t('loading')} />
  const locale = displayLocale(language, kiosk.locale)
  return (
    <div className="kiosk">
      <Head operator={kiosk.account} language={language} offered={LANGUAGES} label={t('language')} onLanguage={choose} />
      <main>
        <Visit
          key={`${turn}:${back?.key ?? ''}`}
          {...{ t, locale, kiosk, token, first: back, isChosen: chosen !== null }}
          onBusy={setBusy}
          onNext={next}
          onSign={(key) => sign(token, key).then(() => goToSign(key, language))}
        />
      </main>
      <footer className="kiosk-foot">
        <span dir="auto">{kiosk.device}</span>
        <button type="button" className="link-button" onClick={() => setStaff(true)}>
          {t('staff')}
        </button>
      </footer>
      {isStaff && <Staff {...{ t, kiosk, token }} onClose={() => setStaff(false)} />}
    </div>
  )
}

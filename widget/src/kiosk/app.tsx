import { useCallback, useEffect, useState } from 'react'
import { applyBrand } from '../brand'
import { useBeat } from '../guest-page/beat'
import { Head } from '../guest-page/head'
import { keepPage } from '../guest-page/kept-page'
import { rememberLanguage } from '../guest-page/language'
import { Waiting } from '../guest-page/states'
import { translator } from '../i18n'
import { displayLocale } from '../locale'
import { loadKioskMessages } from '../messages/kiosk'
import { useWakeLock } from '../sign/kiosk'
import { firstLanguage, LANGUAGES, matchLanguage, rememberOperators, signingLanguage, type KioskLanguage } from './language'
import { Plain } from './parts/plain'
import { Staff } from './parts/staff'
import { passOn, takePassed } from './passing'
import { deviceToken, partyOf, sign } from './server'
import type { Party } from './types'
import { useKiosk } from './use-kiosk'
import { Visit } from './visit'
import { useKioskWords } from './words'

// Staff who send a waiver here don't wait long.
const BEAT_MS = 5_000

/** Goes to the page to sign on, and is found there again by the way back. */
function goToSign(key: string | null, language: KioskLanguage): void {
  passOn({ key, language })
  rememberLanguage(signingLanguage(language))
  location.assign('/waiverPortal')
}

/** Keeps the page and its words in every language, for a start without a connection. */
const keepKioskPage = (path: string): Promise<void> => keepPage(path, () => Promise.all(LANGUAGES.map(([code]) => loadKioskMessages(code))))

/** One guest after the other checks in; nothing of one is left for the next. */
export function KioskApp({ path }: { path: string }) {
  const [token] = useState(deviceToken)
  const { kiosk, known, problem } = useKiosk(token)
  const [from] = useState(takePassed)
  const [own] = useState(() => firstLanguage(path))
  const [chosen, choose] = useState<KioskLanguage | null>(() => matchLanguage(from?.language))
  const [turn, setTurn] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [back, setBack] = useState<Party | null>(null)
  const [isStaff, setStaff] = useState(false)
  const operators = matchLanguage(path.split('/')[1]) ?? matchLanguage(known?.locale) ?? own
  const words = useKioskWords(chosen ?? operators)
  useWakeLock(token !== null)
  useBeat(problem === 'unpaired' ? null : token, 'kiosk', ({ is_waiver_shown }) => is_waiver_shown && kiosk && !isBusy && goToSign(null, chosen ?? operators), BEAT_MS)
  useEffect(() => applyBrand(known?.account.brand_color), [known?.account.brand_color])
  useEffect(() => {
    if (kiosk) void keepKioskPage(path)
  }, [kiosk, path])
  useEffect(() => {
    if (!kiosk) return
    rememberOperators(kiosk.locale)
    if (token && from?.key) partyOf(token, from.key).then(setBack, () => undefined)
  }, [kiosk, token, from])
  const title = words && known ? `${String(words.messages.title)} · ${known.account.name}` : null
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
  if (!token || (!kiosk && !problem)) return <Waiting bones={1} label={t('loading')} />
  const wait = <Plain tone="late" title={t('waitingTitle')} text={t('waitingText')} />
  if (!known) return wait
  const locale = displayLocale(language, known.locale)
  return (
    <div className="kiosk">
      <Head operator={known.account} language={language} offered={LANGUAGES} label={t('language')} onLanguage={choose} />
      <main>
        {kiosk ? (
          <Visit
            key={`${turn}:${back?.key ?? ''}`}
            {...{ t, locale, kiosk, token, first: back, isChosen: chosen !== null }}
            onBusy={setBusy}
            onNext={next}
            onSign={(key) => sign(token, key).then(() => goToSign(key, language))}
          />
        ) : (
          wait
        )}
      </main>
      <footer className="kiosk-foot">
        <span dir="auto">{known.device}</span>
        {kiosk && (
          <button type="button" className="link-button" onClick={() => setStaff(true)}>
            {t('staff')}
          </button>
        )}
      </footer>
      {kiosk && isStaff && <Staff {...{ t, kiosk, token }} onClose={() => setStaff(false)} />}
    </div>
  )
}

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Translate } from '../i18n'
import type { KioskKey } from '../messages/kiosk'
import { useIdle } from '../sign/kiosk'
import { Done } from './parts/done'
import { PartyPage } from './parts/party'
import { Refused } from './parts/refused'
import { Start } from './parts/start'
import { Still } from './parts/still'
import { problemOf } from './problem'
import { find } from './server'
import type { CheckedIn, Kiosk, Party, Question } from './types'

const WARN_MS = 15_000
// Whoever pays looks at a phone, and for longer than one looks at this page.
const PAYING_MS = 180_000

export type VisitProps = {
  t: Translate<KioskKey>
  /** For dates and numbers. */
  locale: string
  kiosk: Kiosk
  token: string
  /** The party of who comes back from signing. */
  first: Party | null
  /** The guest chose a language. */
  isChosen: boolean
  onBusy: (isBusy: boolean) => void
  /** Begins anew, for the same guest in the same language. */
  onNext: (isSameGuest?: boolean) => void
  onSign: (key: string) => Promise<void>
}

/** One guest's way from the ticket to the end; a new one for the next. */
export function Visit({ t, locale, kiosk, token, first, isChosen, onBusy, onNext, onSign }: VisitProps) {
  const [party, setParty] = useState<Party | null>(first)
  const [done, setDone] = useState<CheckedIn | null>(null)
  const [problem, setProblem] = useState<KioskKey | null>(null)
  const [isPaying, setPaying] = useState(false)
  const [isPaid, setPaid] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const isAsking = useRef(false)
  const top = useRef<HTMLDivElement | null>(null)
  const isStarted = party !== null || isTouched || isChosen
  const idle = kiosk.idle_seconds * 1000
  const left = useIdle(isStarted, done ? Math.min(idle, 20_000) : isPaying ? Math.max(idle, PAYING_MS) : idle, WARN_MS, onNext)
  useEffect(() => onBusy(isStarted), [isStarted, onBusy])
  const step = done ? 'done' : isPaying ? 'paying' : (party?.state ?? 'start')
  useEffect(() => {
    if (step !== 'start') top.current?.focus()
    scrollTo(0, 0)
  }, [step])
  const ask = useCallback(
    (question: Question): void => {
      if (isAsking.current) return
      isAsking.current = true
      setTouched(true)
      setProblem(null)
      find(token, question)
        .then(setParty, (error: unknown) => setProblem(problemOf(error)))
        .finally(() => (isAsking.current = false))
    },
    [token],
  )
  const hearPaid = useCallback((fresh: Party): void => {
    setParty(fresh)
    setPaying(false)
    setPaid(true)
  }, [])
  const shared = { t, locale, kiosk, left, onNext }
  return (
    <div ref={top} tabIndex={-1} className="kiosk-page" onInput={() => setTouched(true)}>
      {done ? (
        <Done {...shared} done={done} />
      ) : !party ? (
        <Start {...shared} problem={problem} onAsk={ask} onProblem={setProblem} />
      ) : party.state !== 'open' ? (
        <Refused {...shared} party={party} />
      ) : (
        <PartyPage {...shared} {...{ token, party, isPaying, isPaid, onSign }} onPaying={setPaying} onPaid={hearPaid} onDone={setDone} />
      )}
      {left !== null && !done && <Still t={t} left={left} />}
    </div>
  )
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, NetworkError, serverNow } from '../api'
import type { Translate } from '../i18n'
import type { SignKey } from '../messages/sign'
import { randomKey } from '../random'
import { SignProvider } from './context'
import { tellKept, useIdle } from './kiosk'
import type { SignLanguage } from './language'
import { actsOf, answersOf, concerns, emptyDraft, localDay, openGuests, peopleProblems, signatureProblems, textProblems, type Draft, type Problems } from './model'
import { Done, type Outcome } from './parts/done'
import { People } from './parts/people'
import { SignatureBox } from './parts/signature'
import { Still } from './parts/states'
import { TextPage } from './parts/text'
import { keepAct } from './queue'
import { sendAct } from './server'
import type { Act, Portal, Signed, Template } from './types'

const IDLE_MS = 120_000
const WARN_MS = 30_000

type Props = {
  t: Translate<SignKey>
  language: SignLanguage
  hash: string | null
  token: string | null
  portal: Portal
  templates: Template[]
  /** A kiosk shows this in between: it leads back to the check-in. */
  isVisit: boolean
  onNext: () => void
  /** Nobody touches the tablet any more. */
  onIdle: () => void
}

/** Sends the acts; what finds no connection is kept on the device. */
async function sendAll(acts: readonly Act[], token: string | null): Promise<Outcome> {
  const signed: Signed[] = []
  let kept = 0
  for (const act of acts) {
    try {
      signed.push(await sendAct(act, token))
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      await keepAct(act, token)
      kept += 1
    }
  }
  if (kept > 0) void tellKept()
  return { signed, kept }
}

/** What the server said is wrong, in its own words. */
function wordsOf(error: unknown, t: Translate<SignKey>): string {
  if (!(error instanceof ApiError)) return t('failed')
  if (error.code === 'stale_version') return t('textChanged')
  const fields = error.detail.fields as Record<string, string[]> | undefined
  const first = fields && Object.values(fields)[0]?.[0]
  return first ?? (error.status < 500 ? error.message : t('failed'))
}

type ActionsProps = { t: Translate<SignKey>; isBusy: boolean; isLast: boolean; onBack: (() => void) | null }

function Actions({ t, isBusy, isLast, onBack }: ActionsProps) {
  return (
    <div className="actions sign-actions">
      {onBack && (
        <button type="button" className="button quiet" disabled={isBusy} onClick={onBack}>
          {t('back')}
        </button>
      )}
      <button type="submit" className="button main-button" data-busy={isBusy}>
        {isBusy ? t('signing') : t(isLast ? 'signButton' : 'next')}
      </button>
    </div>
  )
}

/** One person's way from the name to the signature; a new one for the next person. */
export function Signing({ t, language, hash, token, portal, templates, isVisit, onNext, onIdle }: Props) {
  const [draft, setDraft] = useState(emptyDraft)
  const [step, setStep] = useState(0)
  const [isChecked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  // The same act however often it is sent: what was lost on the way is not signed twice.
  const [clientId] = useState(randomKey)
  const top = useRef<HTMLDivElement | null>(null)
  const isStarted = outcome !== null || step > 0 || draft.firstName !== '' || draft.minors.length > 0
  const left = useIdle(token !== null && isStarted, outcome ? WARN_MS : IDLE_MS, WARN_MS, onIdle)
  const change = useCallback((part: Partial<Draft>) => setDraft((known) => ({ ...known, ...part })), [])
  useEffect(() => {
    if (step > 0 || outcome) top.current?.focus()
    scrollTo(0, 0)
  }, [step, outcome])

  const mine = templates.filter((template) => concerns(template, draft))
  const last = mine.length + 1
  const template = mine[step - 1]
  const found = (): Problems => {
    if (step === 0) return peopleProblems(draft, portal.majority_age, localDay(new Date(serverNow())))
    return template ? textProblems(template, answersOf(draft, template)) : signatureProblems(draft)
  }
  const submit = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const consentAt = new Date(serverNow()).toISOString()
      setOutcome(await sendAll(actsOf(draft, mine, { hash, party: openGuests(portal.required)[0]?.booking_id, consentAt, clientId }), token))
    } catch (error) {
      setFailure(wordsOf(error, t))
    } finally {
      setBusy(false)
    }
  }
  const go = (): void => {
    const isWrong = Object.keys(found()).length > 0
    setChecked(isWrong)
    if (isWrong) return void setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    if (step < last) setStep(step + 1)
    else void submit()
  }
  const back = (): void => {
    setChecked(false)
    setStep(step - 1)
  }
  if (outcome) return <Done {...{ t, outcome, hash, portal, left, isVisit, onNext }} names={draft} isKiosk={token !== null} />
  return (
    <SignProvider value={{ t, language, portal, hash, draft, problems: isChecked ? found() : {}, templates: mine, change }}>
      <form
        className="sign-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) go()
        }}
      >
        <div ref={top} tabIndex={-1} className="sign-step">
          {t('stepOf', { step: String(step + 1), all: String(last + 1) })}
        </div>
        {step === 0 ? <People /> : template ? <TextPage key={template.id} template={template} /> : <SignatureBox />}
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
        <Actions {...{ t, isBusy }} isLast={step === last} onBack={step > 0 ? back : null} />
      </form>
      {left !== null && <Still t={t} left={left} />}
    </SignProvider>
  )
}

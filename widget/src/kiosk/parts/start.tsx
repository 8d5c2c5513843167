import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Translate } from '../../i18n'
import type { KioskKey } from '../../messages/kiosk'
import { codeIn } from '../code'
import type { Kiosk, Question } from '../types'
import { useCamera, type Facing } from '../use-camera'

type Props = {
  t: Translate<KioskKey>
  kiosk: Kiosk
  problem: KioskKey | null
  onAsk: (question: Question) => void
  onProblem: (problem: KioskKey | null) => void
}

/** Hears a scanner that types what it reads, while nobody is at a field. */
function useTypedCodes(onText: (text: string) => void): void {
  const tell = useRef(onText)
  tell.current = onText
  useEffect(() => {
    let typed = ''
    const hear = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if ((target as Element).closest?.('input, select, button') || ctrlKey || metaKey || altKey) return
      if (key === 'Enter' && typed) {
        tell.current(typed)
        typed = ''
      } else if (key.length === 1) typed = (typed + key).slice(-200)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

/** A ticket is held up, or a code is typed. */
export function Start({ t, kiosk, problem, onAsk, onProblem }: Props) {
  const [isByName, setByName] = useState(false)
  const take = (text: string): void => {
    const code = codeIn(text)
    if (code) onAsk({ code })
    else onProblem('notTicket')
  }
  useTypedCodes(take)
  return (
    <section className="kiosk-start">
      <div className="kiosk-intro">
        <h1 className="heading">{t('welcome')}</h1>
        <p>{t('scanHint')}</p>
      </div>
      <Eye t={t} onText={take} />
      <div className="kiosk-ask">
        {isByName ? <ByName t={t} onAsk={onAsk} /> : <ByCode t={t} onText={take} />}
        <p className="field-error kiosk-problem" role="alert">
          {problem ? t(problem) : ''}
        </p>
        {kiosk.finds_by_name && (
          <button type="button" className="link-button" onClick={() => setByName(!isByName)}>
            {t(isByName ? 'byCode' : 'byName')}
          </button>
        )}
      </div>
    </section>
  )
}

function Eye({ t, onText }: { t: Translate<KioskKey>; onText: (text: string) => void }) {
  const [facing, setFacing] = useState<Facing>('user')
  const { video, state } = useCamera(facing, onText)
  return (
    <div className="kiosk-eye" data-state={state}>
      <video ref={video} playsInline aria-label={t('cameraLabel')} data-facing={facing} />
      {state === 'none' && <p>{t('cameraOff')}</p>}
      {state === 'on' && (
        <button type="button" className="button quiet" onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}>
          {t('switchCamera')}
        </button>
      )}
    </div>
  )
}

function ByCode({ t, onText }: { t: Translate<KioskKey>; onText: (text: string) => void }) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim()) onText(code)
  }
  return (
    <form className="kiosk-form" noValidate onSubmit={submit}>
      <label className="field">
        <span>{t('codeLabel')}</span>
        <input
          value={code}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <small>{t('codeHint')}</small>
      </label>
      <button type="submit" className="button main-button">
        {t('find')}
      </button>
    </form>
  )
}

function ByName({ t, onAsk }: { t: Translate<KioskKey>; onAsk: (question: Question) => void }) {
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const digits = phone.replace(/\D/g, '').slice(-4)
    if (name.trim() && digits.length === 4) onAsk({ last_name: name.trim(), phone_end: digits })
  }
  return (
    <form className="kiosk-form" noValidate onSubmit={submit}>
      <label className="field">
        <span>{t('lastName')}</span>
        <input value={name} autoComplete="off" maxLength={80} onChange={(event) => setName(event.currentTarget.value)} />
      </label>
      <label className="field">
        <span>{t('phoneEnd')}</span>
        <input
          value={phone}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
      </label>
      <button type="submit" className="button main-button">
        {t('find')}
      </button>
    </form>
  )
}

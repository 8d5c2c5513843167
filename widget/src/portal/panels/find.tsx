import { useState } from 'react'
import { findTrips, sendCode } from '../server'
import { useTask } from '../task'
import { ApiError } from '../../api'
import { momentText } from '../times'
import type { FoundTrip, Operator } from '../types'
import type { Speech } from '../ui'

type Props = Speech & { operator: Operator }

type Step = { name: 'email' } | { name: 'code' } | { name: 'trips'; trips: FoundTrip[] }

function Trips({ t, locale, language, operator, trips }: Props & { trips: FoundTrip[] }) {
  if (trips.length === 0) return <p role="status">{t('noTrips')}</p>
  const path = language === 'ar' ? '' : `/${language}`
  return (
    <ul className="found">
      {trips.map(({ hash, title, start_at, confirmation_code }) => (
        <li key={hash}>
          <a href={`${path}/customerPortal?trip=${hash}`}>
            <b dir="auto">{title}</b>
            <small>{start_at ? momentText(start_at, locale, operator.time_zone) : t('dateOpen')}</small>
            <small dir="ltr">{confirmation_code}</small>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A code to the address that booked opens every trip booked with it. */
export function Find(props: Props) {
  const { t } = props
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [step, setStep] = useState<Step>({ name: 'email' })
  const task = useTask()
  const send = async (): Promise<void> => {
    await sendCode(email.trim())
    setStep({ name: 'code' })
  }
  const verify = async (): Promise<void> => setStep({ name: 'trips', trips: await findTrips(email.trim(), code.trim()) })
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault()
    void task.run(step.name === 'email' ? send : verify)
  }
  if (step.name === 'trips') return <Trips {...props} trips={step.trips} />
  const isCode = step.name === 'code'
  // A code that is wrong is no fault of the form's.
  const isWrongCode = isCode && task.error instanceof ApiError && task.error.status < 429
  return (
    <form className="find-form" onSubmit={submit} noValidate>
      {isCode && <p role="status">{t('codeSent', { email: email.trim() })}</p>}
      <div className="field" hidden={isCode}>
        <label htmlFor="email">{t('email')}</label>
        <input id="email" type="email" dir="ltr" autoComplete="email" value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
      </div>
      {isCode && (
        <div className="field">
          <label htmlFor="code">{t('code')}</label>
          <input id="code" inputMode="numeric" dir="ltr" autoComplete="one-time-code" maxLength={6} value={code} onInput={(event) => setCode(event.currentTarget.value)} />
        </div>
      )}
      {task.problem && (
        <div className="notice danger" role="alert">
          <p>{t(isWrongCode ? 'codeWrong' : task.problem)}</p>
        </div>
      )}
      <button className="button main-button" disabled={isCode ? code.trim().length !== 6 : !/^\S+@\S+\.\S+$/.test(email.trim())} data-busy={task.isBusy}>
        {t(isCode ? 'showTrips' : 'sendCode')}
      </button>
      {isCode && (
        <button type="button" className="link" onClick={() => setStep({ name: 'email' })}>
          {t('otherEmail')}
        </button>
      )}
    </form>
  )
}

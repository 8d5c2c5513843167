import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../api'
import type { Translate } from '../../i18n'
import type { KioskKey } from '../../messages/kiosk'
import { problemOf } from '../problem'
import { leave, open } from '../server'
import type { Kiosk } from '../types'

type Props = { t: Translate<KioskKey>; kiosk: Kiosk; token: string; onClose: () => void }

const IDLE_MS = 30_000

/** Staff leave the page with the PIN from the office. */
export function Staff({ t, kiosk, token, onClose }: Props) {
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<KioskKey | null>(null)
  // The office may have set or removed it since this page was opened.
  const [hasPin, setHasPin] = useState(kiosk.has_pin)
  const field = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    const timer = setTimeout(onClose, IDLE_MS)
    const hear = ({ key }: KeyboardEvent): void => void (key === 'Escape' && onClose())
    addEventListener('keydown', hear)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', hear)
    }
  }, [onClose])
  useEffect(() => {
    open(token).then((now) => setHasPin(now.has_pin), () => undefined)
  }, [token])
  useEffect(() => field.current?.focus(), [hasPin])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    leave(token, pin).then(
      () => location.assign('/device'),
      (error: unknown) => {
        const isWrong = error instanceof ApiError && (error.code === 'pin_wrong' || error.status === 422)
        setProblem(isWrong ? 'pinWrong' : problemOf(error))
        setPin('')
        field.current?.focus()
      },
    )
  }
  return (
    <div className="kiosk-over" role="dialog" aria-modal="true" aria-label={t('staff')}>
      <form noValidate onSubmit={submit}>
        <h2 className="heading">{t('staff')}</h2>
        {hasPin ? (
          <label className="field">
            <span>{t('pin')}</span>
            <input
              ref={field}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              maxLength={8}
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value)}
            />
          </label>
        ) : (
          <p>{t('noPin')}</p>
        )}
        <p className="field-error kiosk-problem" role="alert">
          {problem ? t(problem) : ''}
        </p>
        <div className="kiosk-actions">
          <button type="button" className="button quiet" onClick={onClose}>
            {t('close')}
          </button>
          {hasPin && (
            <button type="submit" className="button main-button" disabled={pin.length < 4}>
              {t('leave')}
            </button>
          )}
        </div>
      </form>
    </div>
  )
}

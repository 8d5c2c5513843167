import { useEffect, useState } from 'react'
import { serverNow } from '../../api'
import { Clock } from '../../icons'
import type { Purchase } from '../checkout/checkout'
import { checkHold } from '../checkout/lifetime'
import { useBuilder } from '../context'
import { clockText, passedMark, secondsLeft } from '../hold'

/** Ticks once a second while seats are held, and says so when a mark is passed. */
function useCountdown(expiresAt: string | null): { seconds: number | null; mark: number | null } {
  const [seconds, setSeconds] = useState<number | null>(null)
  const [mark, setMark] = useState<number | null>(null)
  useEffect(() => {
    setMark(null)
    if (!expiresAt) return setSeconds(null)
    let before = secondsLeft(expiresAt, serverNow())
    setSeconds(before)
    if (before === 0) return
    const timer = setInterval(() => {
      const after = secondsLeft(expiresAt, serverNow())
      const passed = passedMark(before, after)
      before = after
      setSeconds(after)
      if (passed !== null) setMark(passed)
      if (after === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [expiresAt])
  return { seconds, mark }
}

const renew = async (purchase: Purchase): Promise<void> => (await import('../checkout/saving')).renewHold(purchase)

/** "We are holding your seats for 14:59": seen always, spoken at 5, 2 and 1 minute and at the end. */
export function HoldTimer() {
  const { t, state, purchase } = useBuilder()
  const { trip, step, problem, busy } = state
  const isHolding = trip !== null && step !== 'done' && problem === null
  const expiresAt = isHolding ? trip.hold_expires_at : null
  const { seconds, mark } = useCountdown(expiresAt)
  // Not while paying: what becomes of the seats then is the payment's answer. Once it failed, the question is open.
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver && busy === null) void checkHold(purchase)
  }, [isOver, busy, purchase])
  const isLate = seconds !== null && seconds <= 120 && seconds > 0 && busy === null
  const spoken = mark === null ? '' : mark === 0 ? t('holdOver') : t('holdMinutes', { n: mark / 60 })
  const [before, after] = t('holdFor', { time: '\n' }).split('\n')
  return (
    <>
      {isHolding && seconds !== null && (
        <div className={seconds <= 120 ? 'hold late' : 'hold'}>
          <p aria-hidden="true">
            <Clock />
            <span>
              {before}
              <b dir="ltr">{clockText(seconds)}</b>
              {after}
            </span>
          </p>
          {isLate && (
            <button type="button" className="link" onClick={() => void renew(purchase)}>
              {t('holdKeep')}
            </button>
          )}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </>
  )
}

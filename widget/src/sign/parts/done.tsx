import { useEffect, useState } from 'react'
import type { Translate } from '../../i18n'
import { Check, Clock } from '../../icons'
import type { SignKey } from '../../messages/sign'
import { openGuests, type Draft } from '../model'
import { openPortal } from '../server'
import type { Portal, Signed } from '../types'

export type Outcome = { signed: Signed[]; kept: number }

type Props = {
  t: Translate<SignKey>
  outcome: Outcome
  names: Draft
  hash: string | null
  portal: Portal
  left: number | null
  isKiosk: boolean
  isVisit: boolean
  onNext: () => void
}

/** How many of the trip still have to sign, as the server counts them now. */
function useRest(hash: string | null, portal: Portal): number | null {
  const [rest, setRest] = useState<number | null>(null)
  useEffect(() => {
    if (!hash) return
    let isCurrent = true
    openPortal(hash, portal.locale).then(
      (now) => isCurrent && setRest(openGuests(now.required).length),
      () => undefined,
    )
    return () => void (isCurrent = false)
  }, [hash, portal.locale])
  return rest
}

/** Thanks, the copy, and on to the next. */
export function Done({ t, outcome, names, hash, portal, left, isKiosk, isVisit, onNext }: Props) {
  const rest = useRest(hash, portal)
  const { signed, kept } = outcome
  const isKept = kept > 0
  return (
    <div className="page-state" role="status">
      <span className={isKept ? 'page-mark late' : 'page-mark'}>{isKept ? <Clock /> : <Check />}</span>
      <h1 className="heading">{t('doneTitle', { name: names.firstName.trim() })}</h1>
      <p>{isKept ? t('offlineKept') : t('doneText', { n: signed.reduce((sum, one) => sum + one.waivers_cnt, 0) })}</p>
      {rest !== null && <p>{rest === 0 ? t('allDone') : t('restCnt', { n: rest })}</p>}
      <div className="page-links">
        {!isKiosk &&
          signed.map((one, index) => (
            <a key={one.hash} className="button quiet" href={one.pdf_url} target="_blank" rel="noreferrer">
              {signed.length > 1 ? t('openCopyOf', { place: String(index + 1) }) : t('openCopy')}
            </a>
          ))}
        {(isKiosk || !hash || rest !== 0) && (
          <button type="button" className="button" onClick={onNext}>
            {t(isVisit ? 'toCheckIn' : isKiosk ? 'nextGuest' : 'signMore')}
          </button>
        )}
      </div>
      {left !== null && <p className="sign-hint">{t('resetIn', { seconds: String(left) })}</p>}
    </div>
  )
}

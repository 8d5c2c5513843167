import { longDate } from '../../dates'
import type { Translate } from '../../i18n'
import type { KioskKey } from '../../messages/kiosk'
import { instantTime } from '../../times'
import type { Kiosk, Party } from '../types'
import { Plain } from './plain'

type Props = { t: Translate<KioskKey>; locale: string; kiosk: Kiosk; party: Party; onNext: (isSameGuest?: boolean) => void }

/** Why a party can't be checked in here and now. */
export function Refused({ t, locale, kiosk, party, onNext }: Props) {
  const time = (instant: string | null): string => (instant ? instantTime(instant, locale, kiosk.time_zone) : '')
  const { experience, place } = party
  const start = time(party.start_at)
  const day = party.date ? longDate(party.date, locale) : ''
  const says = {
    open: [t('failed'), t('askDesk')],
    early: [t('early'), t('earlyText', { experience, start, opens: time(party.opens_at) })],
    over: [t('over'), t('overText', { experience, start })],
    other_day: [t('otherDay'), t('otherDayText', { experience, day, start })],
    elsewhere: [t('elsewhere'), t('elsewhereText', { experience, place })],
    canceled: [t('canceled'), t('askDesk')],
    not_booked: [t('notBooked'), t('askDesk')],
    unscheduled: [t('unscheduled'), t('askDesk')],
  } as const
  const [title, text] = says[party.state]
  return (
    <Plain tone={party.state === 'canceled' || party.state === 'not_booked' ? 'bad' : 'late'} title={title} text={text}>
      <button type="button" className="button main-button" onClick={() => onNext(true)}>
        {t('startOver')}
      </button>
    </Plain>
  )
}

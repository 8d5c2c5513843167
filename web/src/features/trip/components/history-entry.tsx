'use client'
import { useTranslations } from 'use-intl'
import type { HistoryEntry as Entry } from '@/api/models'
import { useDeedName } from '@/features/audit/use-deed-name'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { cancelReasons } from '../reasons'
import { kindOf, toldOf, type Told } from '../history'
import { messageOf } from '../mails'
import { useTrip } from '../trip-context'
import { useMessageWords } from '../use-message-words'
import { useMethodName } from '@/lib/use-method-name'

const states = ['draft', 'under_review', 'reserved', 'deleted'] as const
const actors = ['customer', 'system', 'channel', 'ai'] as const

/** One thing that happened: what, what it was before and after, why, by whom and when. */
export function HistoryEntry({ entry }: { entry: Entry }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const deedName = useDeedName()
  const { zone } = useTrip()
  const why = cancelReasons.find((one) => one === entry.reason)
  const actor = actors.find((one) => one === entry.actor.type)
  const who = entry.actor.name || (actor ? t(`by_${actor}`) : '')
  return (
    <li className="relative text-sm">
      <span
        aria-hidden
        className="absolute -start-[20.5px] top-1.5 size-2 rounded-full bg-line-strong ring-4 ring-surface"
      />
      <p className="font-medium first-letter:uppercase">{deedName(entry.action)}</p>
      {entry.reason && <p className="text-soft">{why ? t(`why_${why}`) : `“${isolate(entry.reason)}”`}</p>}
      <AboutMessage entry={entry} />
      <Changes told={toldOf(entry)} />
      <p className="text-faint">
        {who && `${isolate(who)} · `}
        <time dateTime={entry.at}>{format.instant(entry.at, zone)}</time>
      </p>
    </li>
  )
}

/** Which message it was, and to whom. */
function AboutMessage({ entry }: { entry: Entry }) {
  const words = useMessageWords()
  const message = messageOf(entry)
  const parts = message ? [message.kind && words.kind(message.kind), message.to].filter(Boolean) : []
  return parts.length > 0 && <p className="break-words text-soft">{parts.join(' · ')}</p>
}

function Changes({ told }: { told: Told[] }) {
  const t = useTranslations('trip')
  const say = useValue()
  if (told.length === 0) return null
  return (
    <ul className="text-soft">
      {told.map(({ field, before, after }) => (
        <li key={field}>
          <span className="text-faint">{t(`field_${field}`)}</span>{' '}
          {before !== null && before !== '' && (
            <>
              <s className="decoration-faint">{say(field, before)}</s> →{' '}
            </>
          )}
          <span className="tabular-nums">{after === null || after === '' ? '–' : say(field, after)}</span>
        </li>
      ))}
    </ul>
  )
}

/** A value of the log as the reader writes it. */
function useValue() {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip, zone } = useTrip()
  const common = useTranslations('common')
  const methodName = useMethodName()
  const statuses = useSession()?.bookingStatuses ?? []
  const say = (field: string, value: unknown): string => {
    if (field === 'method') return methodName(String(value))
    const state = field === 'status' ? states.find((one) => one === value) : undefined
    if (state) return common(`trip_${state}`)
    const ofGuest = field === 'status' ? statuses.find(({ slug }) => slug === value) : undefined
    if (ofGuest) return ofGuest.name
    switch (kindOf(field, value)) {
      case 'money':
        return format.money(Number(value), trip.currency)
      case 'instant':
        return format.instant(String(value), zone)
      case 'day':
        return format.day(String(value), 'medium')
      case 'yes':
        return t(value ? 'yes' : 'no')
      case 'number':
        return format.number(Number(value))
      case 'list':
        return format.shortList((value as unknown[]).map((one) => say(field, one)))
      default:
        return typeof value === 'object' ? objectWords(value as object, say) : String(value)
    }
  }
  return say
}

function objectWords(value: object, say: (field: string, value: unknown) => string): string {
  return Object.entries(value)
    .filter(([field, one]) => one !== null && one !== '' && !/(^|_)id$/.test(field))
    .map(([field, one]) => say(field, one))
    .join(' ')
}

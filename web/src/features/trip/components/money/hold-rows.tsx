'use client'
import { ShieldCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useNow } from '@/lib/use-now'
import { useFormat } from '@/lib/use-format'
import { holdsOf, isEndingSoon } from '../../holds'
import { useTrip } from '../../trip-context'
import type { Hold } from '../../types'

/** Amounts that are set aside on cards: until when, and taking them or letting them go. */
export function HoldRows() {
  const t = useTranslations('money')
  const { trip } = useTrip()
  const holds = holdsOf(trip)
  return (
    <ul aria-label={t('holds')} className="mt-4 space-y-3">
      {holds.map((hold) => (
        <HoldRow key={hold.id} hold={hold} />
      ))}
    </ul>
  )
}

function HoldRow({ hold }: { hold: Hold }) {
  const t = useTranslations('money')
  const format = useFormat()
  const now = useNow()
  const { trip, zone, may, open } = useTrip()
  const { id, amount, capture_before } = hold
  const isSoon = isEndingSoon(hold, new Date(now))
  return (
    <li className="rounded-md bg-accent-wash px-3 py-2.5 text-sm">
      <p className="flex items-baseline justify-between gap-3 font-medium">
        <span className="flex items-center gap-2">
          <ShieldCheck aria-hidden className="size-4 shrink-0 text-accent" />
          {t('hold')}
        </span>
        <span className="tabular-nums">{format.money(amount, trip.currency)}</span>
      </p>
      {capture_before && (
        <p className={isSoon ? 'text-warn' : 'text-soft'}>
          {t(isSoon ? 'holdEnds' : 'holdUntil', { when: format.instant(capture_before, zone) })}
        </p>
      )}
      {may.hold && hold.wanted_amount === null && (
        <div className="mt-2 flex gap-2">
          <Button size="sm" look="primary" onPress={() => open({ kind: 'capture', hold: id })}>
            {t('capture')}
          </Button>
          <Button size="sm" onPress={() => open({ kind: 'release', hold: id })}>
            {t('release')}
          </Button>
        </div>
      )}
    </li>
  )
}

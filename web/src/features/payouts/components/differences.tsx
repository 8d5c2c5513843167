'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { closingQuery, type Difference } from '../api'
import { usePlace } from '../use-place'

const kinds = ['unknown_payment', 'unknown_refund', 'amount_differs', 'missing_at_gateway', 'payout_differs'] as const

/** Where the gateway's books and ours do not say the same: each is to be looked at by somebody. */
export function Differences() {
  const t = useTranslations('payouts')
  const { data } = useQuery(closingQuery(usePlace().today))
  const found = data?.differences ?? []
  if (found.length === 0) return null
  return (
    <section className="mb-6 rounded-xl border border-bad-fill bg-surface">
      <h2 className="flex items-center gap-3 border-b px-4 py-3 font-semibold text-bad sm:px-5">
        <CircleAlert aria-hidden className="size-5 shrink-0" />
        {t('differences', { count: found.length })}
      </h2>
      <ul className="divide-y">
        {found.map((one) => (
          <Row key={one.id} difference={one} />
        ))}
      </ul>
      <p className="border-t px-4 py-3 text-sm text-pretty text-soft sm:px-5">{t('differencesText')}</p>
    </section>
  )
}

function Row({ difference }: { difference: Difference }) {
  const t = useTranslations('payouts')
  const format = useFormat()
  const kind = kinds.find((one) => one === difference.kind) ?? 'amount_differs'
  const money = (amount: number | null) => (amount === null ? '–' : format.money(amount, difference.currency))
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-3 text-sm sm:px-5">
      <div className="min-w-0">
        <p className="font-medium">{t(`difference_${kind}`)}</p>
        <p className="font-mono text-xs break-all text-faint">{difference.gateway_id}</p>
        {difference.trip_id !== null && (
          <AppLink
            to="trip"
            params={{ trip: String(difference.trip_id), tab: 'payments' }}
            className="underline underline-offset-4"
          >
            {t('toTrip')}
          </AppLink>
        )}
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
        <dt className="text-faint">{t('ours')}</dt>
        <dd className="text-end">{money(difference.our_amount)}</dd>
        <dt className="text-faint">{t('theirs')}</dt>
        <dd className="text-end">{money(difference.their_amount)}</dd>
      </dl>
    </li>
  )
}

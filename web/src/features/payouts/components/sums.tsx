'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/lib/use-format'
import { sumsQuery } from '../api'
import { sumsOf, type Totals } from '../model'
import { usePlace } from '../use-place'

/** What is coming, what came, and what collecting it cost. */
export function Sums() {
  const t = useTranslations('payouts')
  const { today, currency } = usePlace()
  const { data } = useQuery(sumsQuery(today))
  return (
    <section aria-label={t('sums')} className="mb-6 grid gap-3 sm:grid-cols-3">
      <Tile title={t('coming')} note={t('comingNote')} totals={data?.coming} of="amount" own={currency} />
      <Tile title={t('arrived')} note={t('arrivedNote')} totals={data?.arrived} of="amount" own={currency} />
      <Tile title={t('cost')} note={t('costNote')} totals={data?.collected} of="fee" own={currency} />
    </section>
  )
}

type TileProps = { title: string; note: ReactNode; totals: Totals | undefined; of: string; own: string }

function Tile({ title, note, totals, of, own }: TileProps) {
  const format = useFormat()
  return (
    <div className="rounded-xl border bg-surface p-4 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4 max-sm:py-3">
      <h2 className="text-sm font-medium text-soft">{title}</h2>
      {totals ? (
        sumsOf(totals, of, own).map(({ currency, amount }) => (
          <p key={currency} className="text-lg font-semibold tabular-nums sm:mt-1 sm:text-2xl">
            {format.money(amount, currency)}
          </p>
        ))
      ) : (
        <Skeleton className="mt-2 h-7 w-32" />
      )}
      <p className="w-full text-sm text-faint sm:mt-1">{note}</p>
    </div>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'
import { dotted } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { figuresQuery } from '../api'
import { useRateWords, useValueName } from '../use-words'
import { Debt } from './debt'
import { ResellerActions } from './reseller-actions'
import { StatusBadge } from './status-badge'
import type { TabProps } from './types'

/** Who it is, what they get, what they sold this month, and who owes what. */
export function ResellerHeader({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const valueName = useValueName()
  const terms = useRateWords()(reseller, reseller.currency)
  return (
    <header className="border-b">
      <div className="mx-auto max-w-6xl px-4 pt-4 pb-4 md:px-8">
        <AppLink to="resellers" params={{}} className="text-sm text-faint hover:text-ink hover:underline">
          ← {t('title')}
        </AppLink>
        <div className="mt-1 flex items-start justify-between gap-3">
          <h1 className="min-w-0 text-2xl font-semibold text-balance break-words">
            <bdi>{reseller.name}</bdi>
          </h1>
          <ResellerActions reseller={reseller} />
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-soft">
          <StatusBadge status={reseller.status} />
          <Badge>{valueName('reseller_type', reseller.reseller_type)}</Badge>
          <span>{dotted([valueName('collect_type', reseller.collect_type), terms])}</span>
        </p>
        <Figures reseller={reseller} />
      </div>
    </header>
  )
}

function Figures({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const format = useFormat()
  const { data: row, isPending } = useQuery(figuresQuery(reseller))
  const { currency, credit } = reseller
  if (isPending) return <Skeleton className="mt-4 h-11 max-w-xl" />
  return (
    <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3 text-sm">
      {row && (
        <>
          <Fact name={t('sold_amount')}>
            <span className="tabular-nums">
              {format.money(row.sold_amount, currency)} · {t('trips', { count: row.sold_cnt })}
            </span>
          </Fact>
          <Fact name={t('owed_amount')}>
            <Debt amount={row.owed_amount} currency={currency} />
          </Fact>
          {row.owed_amount > 0 && (
            <Fact name={t('late_amount')}>
              <Debt amount={row.late_amount} currency={currency} isLate />
            </Fact>
          )}
          {row.payable_amount > 0 && (
            <Fact name={t('payable_amount')}>
              <Debt amount={row.payable_amount} currency={currency} />
            </Fact>
          )}
        </>
      )}
      {credit.available_amount !== null && (
        <Fact name={t('creditLeft')}>
          <span className={credit.is_nearly_used ? 'font-semibold text-warn tabular-nums' : 'tabular-nums'}>
            {format.money(credit.available_amount, currency)}
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-faint">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

'use client'
import { useTranslations } from 'use-intl'
import { PriceList } from '@/components/price-list'
import { cx } from '@/components/ui/cx'
import { Notice } from '@/components/ui/notice'
import { late } from '@/lib/late'
import { useSale } from '../use-sale'
import { HoldClock } from './hold-clock'

const Reductions = late(() => import('./reductions').then((file) => file.Reductions))

/** What it costs, line by line, as the server reckons it; grey while it reckons anew. */
export function QuotePanel() {
  const t = useTranslations('sell')
  const { trip, saving, warnings } = useSale()
  if (!trip) return <p className="text-soft">{t('noQuote')}</p>
  return (
    <div className="space-y-4">
      <HoldClock />
      <div aria-live="polite" aria-busy={saving === 'waiting'} className={cx(saving === 'waiting' && 'opacity-60')}>
        <PriceList trip={trip} />
      </div>
      {warnings.length > 0 && (
        <Notice tone="warn">
          <ul className="space-y-1">
            {warnings.map((warning) => (
              <li key={warning.code + warning.message}>{warning.message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Reductions />
    </div>
  )
}

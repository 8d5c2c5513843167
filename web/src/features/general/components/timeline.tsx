'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { inDays, timeline, type Tier } from '../model'

/** A policy as a line in time that ends at the start: what comes back in each stretch of it. */
export function Timeline({ tiers, currency }: { tiers: readonly Tier[]; currency: string }) {
  const t = useTranslations('general')
  const format = useFormat()
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 2 })
  const steps = timeline(tiers)
  return (
    <span role="list" aria-label={t('timeline')} className="flex w-full flex-col gap-1 text-xs sm:flex-row">
      {steps.map((step, index) => {
        const isAll = step.refund_ppm === 1_000_000 && !step.fee_amount
        return (
          <span
            key={step.from}
            role="listitem"
            className="flex min-w-0 flex-wrap items-center gap-x-2 sm:block sm:grow sm:basis-0 sm:space-y-1"
          >
            <span
              className={cx(
                'block rounded border border-transparent px-2 py-1 font-medium',
                isAll
                  ? 'bg-good-wash text-good'
                  : step.refund_ppm > 0
                    ? 'bg-warn-wash text-warn'
                    : 'border-line bg-sunken text-soft',
              )}
            >
              {step.refund_ppm === 0
                ? t('nothingBack')
                : t('comesBack', { share: percent.format(step.refund_ppm / 1_000_000) })}
              {step.fee_amount > 0 && step.refund_ppm > 0 && ` − ${format.money(step.fee_amount, currency)}`}
            </span>
            <span className="block text-faint">
              <When from={step.from} isLast={index === steps.length - 1} before={steps[index - 1]?.from} />
            </span>
          </span>
        )
      })}
    </span>
  )
}

function When({ from, isLast, before }: { from: number; isLast: boolean; before?: number }) {
  const t = useTranslations('general')
  if (isLast) return before === undefined ? t('anyTime') : t('afterThat')
  return inDays(from) ? t('untilDays', { count: from / 24 }) : t('untilHours', { count: from })
}

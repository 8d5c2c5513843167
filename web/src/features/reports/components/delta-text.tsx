'use client'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { numberFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import type { Delta } from '../deltas'

const arrows = { more: ArrowUpRight, less: ArrowDownRight, same: ArrowRight }

/** How a figure compares, said with an arrow, a sign and in words: never by a color alone. */
export function DeltaText({ delta, before }: { delta: Delta | null; before: string }) {
  const t = useTranslations('reports')
  const { locale } = useFormat()
  if (!delta) return null
  const Arrow = arrows[delta.way]
  const share =
    delta.share !== null &&
    numberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: Math.abs(delta.share) < 0.1 ? 1 : 0,
      signDisplay: 'exceptZero',
    })
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 text-soft tabular-nums">
      <Arrow aria-hidden className="size-3.5 shrink-0" />
      {delta.way === 'same' ? (
        t('sameAsBefore')
      ) : (
        <>
          <span className="font-medium text-ink">{share ? share.format(delta.share ?? 0) : t('newlyThere')}</span>
          <span>{t('wasBefore', { before })}</span>
        </>
      )}
    </span>
  )
}

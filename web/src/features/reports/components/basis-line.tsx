'use client'
import { Info } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ReportFacts } from '../registry'
import type { ReportState } from '../state'

/** What the days of a report are counted by, in one sentence, and why another report may say otherwise. */
export function BasisLine({ facts, basis }: { facts: ReportFacts; basis: ReportState['basis'] }) {
  const t = useTranslations('reports')
  return (
    <p className="mt-3 flex max-w-4xl gap-2 text-sm text-pretty text-soft">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <span>
        {basis ? t(`by_${basis}`) : t('asOfNow')}
        {facts.dates.length > 1 && ` ${t('basesDiffer')}`}
      </span>
    </p>
  )
}

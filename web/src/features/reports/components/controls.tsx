'use client'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import type { Days } from '../periods'
import type { ReportFacts } from '../registry'
import { compares, type ReportState } from '../state'
import type { Change } from '../use-report-state'
import { GroupFields } from './group-fields'
import { PeriodField } from './period-field'

type Props = { facts: ReportFacts; state: ReportState; change: Change; days: Days; today: string }

/** What a report is asked: which days, by which date, in which groups, beside which other days. */
export function Controls({ facts, state, change, days, today }: Props) {
  const t = useTranslations('reports')
  const hasDays = facts.dates.length > 0
  if (!hasDays && facts.groups.length === 0) return null
  return (
    <section
      aria-label={t('asked')}
      className="grid gap-x-4 gap-y-3 rounded-xl border bg-surface p-4 sm:grid-cols-2 lg:grid-cols-4 print:hidden"
    >
      {hasDays && <PeriodField {...{ state, change, days, today }} />}
      {hasDays && <BasisField {...{ facts, state, change }} />}
      <GroupFields {...{ facts, state, change }} />
      {hasDays && (
        <Select
          label={t('compare')}
          value={state.compare || 'none'}
          onChange={(id) => change({ compare: id === 'none' ? '' : id })}
          options={[
            { id: 'none' as const, name: t('compareNone') },
            ...compares.map((id) => ({ id, name: t(`compare_${id}`) })),
          ]}
        />
      )}
    </section>
  )
}

function BasisField({ facts, state, change }: Pick<Props, 'facts' | 'state' | 'change'>) {
  const t = useTranslations('reports')
  return (
    <Select
      label={t('basis')}
      value={state.basis || null}
      isDisabled={facts.dates.length < 2}
      onChange={(basis) => basis && change({ basis })}
      options={facts.dates.map((id) => ({ id, name: t(`basis_${id}`) }))}
    />
  )
}

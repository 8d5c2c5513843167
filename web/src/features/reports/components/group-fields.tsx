'use client'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import type { ReportFacts } from '../registry'
import type { ReportState } from '../state'
import type { Change } from '../use-report-state'
import { useReportWords } from '../words'

type Props = { facts: ReportFacts; state: ReportState; change: Change }

/** What a report is grouped by: one thing, within it another, within that a third. */
export function GroupFields({ facts, state, change }: Props) {
  const t = useTranslations('reports')
  const words = useReportWords()
  const { groups } = state
  if (facts.groups.length === 0) return null
  const levels = Math.min(facts.levels, facts.groups.length, groups.length + 1)
  const put = (level: number, key: string) => {
    const next =
      key === 'none'
        ? groups.filter((_, place) => place !== level)
        : [...groups.slice(0, level), key, ...groups.slice(level + 1)]
    change({ groups: next, sort: '', ...(groups.length === 0 && { chart: 'bars' }) })
  }
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: levels }, (_, level) => {
        const offered = facts.groups.filter(({ key }) => key === groups[level] || !groups.includes(key))
        const isLeft = level > 0 || facts.defaults.length === 0
        return (
          <Select
            key={level}
            label={level === 0 ? t('groupBy') : t('thenBy')}
            isLabelHidden={level > 0}
            value={groups[level] ?? 'none'}
            onChange={(key) => put(level, key)}
            options={[
              ...(isLeft ? [{ id: 'none', name: level === 0 ? t('groupNone') : t('thenNone') }] : []),
              ...offered.map(({ key }) => ({ id: key, name: words.column(key) })),
            ]}
          />
        )
      })}
    </div>
  )
}

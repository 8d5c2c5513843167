'use client'
import { ArrowRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule, BulkEditOut, ExperienceRow } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { changeKinds, isSaid, type Changes } from '../bulk'
import { useChangeWords } from '../use-change-words'
import { useRuleWords } from '../use-rule-words'
import { nameOf } from './bulk-rules'
import { FateCounts } from './fate-counts'

const STEP = 20

type Outcome = BulkEditOut['outcomes'][number]
type Row = { id: number; name: string; rule: AvailabilityRule; outcome: Outcome }
type Props = { out: BulkEditOut; changes: Changes; experiences: ExperienceRow[] }

/** Rule by rule: what it says and would say, and what that does to its departures. */
export function RuleDifferences({ out, changes, experiences }: Props) {
  const t = useTranslations('availability')
  const [shown, setShown] = useState(STEP)
  const rows = rowsOf(out, experiences)
  const cell = (row: Row, column: string) => {
    if (column === 'rule') return <RuleName row={row} />
    if (column === 'change') return <BeforeAfter row={row} changes={changes} />
    return <Result outcome={row.outcome} />
  }
  return (
    <Card title={t('ruleByRule')}>
      <SimpleTable
        label={t('ruleByRule')}
        columns={[
          { id: 'rule', name: t('rulesTitle'), isRowHeader: true },
          { id: 'change', name: t('what') },
          { id: 'result', name: t('departures') },
        ]}
        rows={rows.slice(0, shown)}
        cell={cell}
        phone={(row) => (
          <div className="space-y-1.5">
            <RuleName row={row} />
            <BeforeAfter row={row} changes={changes} />
            <Result outcome={row.outcome} />
          </div>
        )}
      />
      {rows.length > shown && (
        <Button size="sm" className="mt-4" onPress={() => setShown(shown + STEP)}>
          {t('showMoreRules', { count: rows.length - shown })}
        </Button>
      )}
    </Card>
  )
}

/** The rules with what becomes of them; what cannot be changed comes first. */
function rowsOf(out: BulkEditOut, experiences: ExperienceRow[]): Row[] {
  const rules = new Map(out.rules.map((rule) => [rule.id, rule]))
  return out.outcomes
    .toSorted((a, b) => Number(b.message !== null) - Number(a.message !== null))
    .flatMap((outcome) => {
      const rule = rules.get(outcome.rule_id)
      return rule ? [{ id: rule.id, name: nameOf(experiences, rule), rule, outcome }] : []
    })
}

function RuleName({ row: { name, rule } }: { row: Row }) {
  const words = useRuleWords()
  return (
    <span>
      <span className="block font-medium">{name}</span>
      <span className="block text-sm font-normal text-soft tabular-nums">
        {words.weekdays(rule.weekdays)}, {words.times(rule)}
      </span>
    </span>
  )
}

function BeforeAfter({ row: { rule }, changes }: { row: Row; changes: Changes }) {
  const t = useTranslations('availability')
  const words = useChangeWords()
  return (
    <dl className="space-y-0.5 text-sm">
      {changeKinds
        .filter((kind) => isSaid(kind, changes))
        .map((kind) => {
          const [before, after] = words(kind, rule, changes)
          return (
            <div key={kind} className="flex flex-wrap items-baseline gap-x-1.5">
              <dt className="text-faint">{t(`change_${kind}`)}:</dt>
              <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 tabular-nums">
                <span className="text-soft">{before}</span>
                <ArrowRight aria-label={t('becomes')} className="size-3.5 shrink-0 text-faint rtl:rotate-180" />
                <span className="font-medium">{after}</span>
              </dd>
            </div>
          )
        })}
    </dl>
  )
}

function Result({ outcome }: { outcome: Outcome }) {
  if (outcome.message !== null) {
    return (
      <p className="flex gap-2 text-sm text-bad">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {outcome.message}
      </p>
    )
  }
  const { created_cnt, updated_cnt, removed_cnt, kept_cnt } = outcome
  return (
    <FateCounts
      sum={{
        created: created_cnt,
        updated: updated_cnt,
        removed: removed_cnt,
        kept: kept_cnt,
        taken: 0,
        unchanged: 0,
      }}
    />
  )
}

'use client'
import { ArrowRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule, BulkEditOut, ExperienceRow } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { changeKinds, isSaid, type Changes } from '../bulk'
import { useChangeWords } from '../use-change-words'
import { useRuleWords } from '../use-rule-words'
import { nameOf } from './bulk-rules'
import { FateCounts } from './fate-counts'

const STEP = 20

type Props = { out: BulkEditOut; changes: Changes; experiences: ExperienceRow[] }

/** Rule by rule: what it says and would say, and what that does to its departures. */
export function RuleDifferences({ out, changes, experiences }: Props) {
  const t = useTranslations('availability')
  const [shown, setShown] = useState(STEP)
  // What cannot be changed comes first.
  const rows = out.outcomes.toSorted((a, b) => Number(b.message !== null) - Number(a.message !== null))
  return (
    <Card title={t('ruleByRule')}>
      <ul className="-my-3 divide-y">
        {rows.slice(0, shown).map((outcome) => {
          const rule = out.rules.find((one) => one.id === outcome.rule_id)
          return rule && <RuleItem key={rule.id} {...{ outcome, rule, changes }} name={nameOf(experiences, rule)} />
        })}
      </ul>
      {rows.length > shown && (
        <Button size="sm" className="mt-4" onPress={() => setShown(shown + STEP)}>
          {t('showMoreRules', { count: rows.length - shown })}
        </Button>
      )}
    </Card>
  )
}

type ItemProps = {
  outcome: BulkEditOut['outcomes'][number]
  rule: AvailabilityRule
  changes: Changes
  name: string
}

function RuleItem({ outcome, rule, changes, name }: ItemProps) {
  const words = useRuleWords()
  const sums = {
    created: outcome.created_cnt,
    updated: outcome.updated_cnt,
    removed: outcome.removed_cnt,
    kept: outcome.kept_cnt,
    taken: 0,
    unchanged: 0,
  }
  return (
    <li className="space-y-1.5 py-3">
      <p className="font-medium">{name}</p>
      <p className="text-sm text-soft tabular-nums">
        {words.weekdays(rule.weekdays)}, {words.times(rule)}
      </p>
      {outcome.message === null ? (
        <>
          <BeforeAfter rule={rule} changes={changes} />
          <FateCounts sum={sums} />
        </>
      ) : (
        <p className="flex gap-2 text-sm text-bad">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {outcome.message}
        </p>
      )}
    </li>
  )
}

function BeforeAfter({ rule, changes }: Pick<ItemProps, 'rule' | 'changes'>) {
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

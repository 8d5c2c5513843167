'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { AvailabilityRule, ExperienceRow } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import type { Bulk } from '../use-bulk'
import { useRuleWords } from '../use-rule-words'

type Props = { bulk: Bulk; experiences: ExperienceRow[] }

const isNoMatch = (error: Error) => error instanceof ApiError && 'filter' in error.fields

/** The rules that meet the conditions; each can be left out. */
export function BulkRules({ bulk, experiences }: Props) {
  const t = useTranslations('availability')
  const { matches, rules, chosen, setDropped } = bulk
  if (matches.error && !isNoMatch(matches.error)) {
    return <ErrorState error={matches.error} onRetry={() => void matches.refetch()} />
  }
  const isAll = chosen.length === rules.length
  return (
    <Card
      title={
        <span aria-live="polite">
          {matches.isPending ? t('rulesTitle') : t('chosenOf', { count: chosen.length, all: rules.length })}
        </span>
      }
      actions={
        rules.length > 1 && (
          <Button size="sm" look="quiet" onPress={() => setDropped(isAll ? rules.map((rule) => rule.id) : [])}>
            {isAll ? t('chooseNone') : t('chooseAll')}
          </Button>
        )
      }
    >
      {matches.isPending && <Skeleton className="h-24" />}
      {!matches.isPending && rules.length === 0 && <p className="text-soft">{t('noMatch')}</p>}
      {rules.length > 0 && (
        <ul className="-my-2 max-h-80 divide-y overflow-y-auto" tabIndex={0} aria-label={t('rulesTitle')}>
          {rules.map((rule) => (
            <RuleItem key={rule.id} {...{ bulk, rule }} name={nameOf(experiences, rule)} />
          ))}
        </ul>
      )}
    </Card>
  )
}

export const nameOf = (experiences: ExperienceRow[], rule: AvailabilityRule) =>
  experiences.find((one) => one.id === rule.experience_id)?.name ?? `#${rule.experience_id}`

function RuleItem({ bulk, rule, name }: { bulk: Bulk; rule: AvailabilityRule; name: string }) {
  const t = useTranslations('availability')
  const words = useRuleWords()
  const { dropped, setDropped } = bulk
  const status = rule.status === 'draft' || rule.status === 'ended' ? rule.status : null
  return (
    <li className="py-1">
      <Checkbox
        isSelected={!dropped.includes(rule.id)}
        onChange={(isChosen) => setDropped(isChosen ? dropped.filter((one) => one !== rule.id) : [...dropped, rule.id])}
      >
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          <bdi>{name}</bdi>
          {status && <Badge>{t(`status_${status}`)}</Badge>}
        </span>
        <span className="block text-sm text-soft tabular-nums">
          {words.weekdays(rule.weekdays)}, {words.times(rule)}
        </span>
        <span className="block text-sm text-faint">{words.span(rule)}</span>
      </Checkbox>
    </li>
  )
}

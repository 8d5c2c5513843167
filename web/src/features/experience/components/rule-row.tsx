'use client'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { useRuleWords } from '@/features/availability/use-rule-words'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'

/** One rule in words; it opens where rules are edited. */
export function RuleRow({ rule }: { rule: AvailabilityRule }) {
  const isOpenable = useCan('setup.experiences')
  const words = <RuleWords rule={rule} />
  return (
    <li className="py-3">
      {isOpenable ? (
        <AppLink
          to="availabilityEdit"
          params={{ experienceTimeslot: String(rule.id) }}
          className="-mx-2 flex items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken"
        >
          {words}
          <ChevronRight aria-hidden className="size-4 shrink-0 text-faint rtl:rotate-180" />
        </AppLink>
      ) : (
        words
      )}
    </li>
  )
}

function RuleWords({ rule }: { rule: AvailabilityRule }) {
  const t = useTranslations('experience')
  const words = useRuleWords()
  return (
    <div className="min-w-0 grow">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {words.weekdays(rule.weekdays)}
        {rule.status !== 'live' && <Badge>{t(rule.status === 'draft' ? 'ruleDraft' : 'ruleEnded')}</Badge>}
      </p>
      <p className="text-sm text-soft tabular-nums">{words.times(rule)}</p>
      <p className="text-sm text-faint">
        {words.span(rule)}
        {rule.capacity !== null && ` · ${t('seatsEach', { count: rule.capacity })}`}
        {rule.exclude_dates.length > 0 && ` · ${t('except', { count: rule.exclude_dates.length })}`}
      </p>
    </div>
  )
}

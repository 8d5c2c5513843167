'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule } from '@/api/models'
import { useChannelName } from '@/features/experience/components/use-channel-name'
import { channels } from '@/features/experience/rates'
import { useFormat } from '@/lib/use-format'
import { guidesQuery } from './api'
import type { ChangeKind, Changes } from './bulk'
import { useRuleWords, useStretchWords } from './use-rule-words'
import { countSaid, ruleStatuses, stretches } from './values'

const NOTHING = '–'

type Map = Record<string, number | null>
type Pair = (rule: AvailabilityRule, changes: Changes) => [before: string, after: string]

/** What a change makes of a rule, in words: as it is, and as it is to be. */
export function useChangeWords() {
  const days = useDayPairs()
  const seats = useSeatPairs()
  const other = useOtherPairs()
  const pairs: Record<ChangeKind, Pair> = { ...days, ...seats, ...other }
  return (kind: ChangeKind, rule: AvailabilityRule, changes: Changes) => pairs[kind](rule, changes)
}

function useDayPairs() {
  const t = useTranslations('availability')
  const format = useFormat()
  const words = useRuleWords()
  const stretch = useStretchWords()
  const count = (list: readonly string[]) => t('daysCount', { count: list.length })
  const listed = (list: readonly string[] = []) => stretches(list).map(stretch).join(', ') || NOTHING
  const day = (date: string | null | undefined) => (date ? format.day(date, 'medium') : t('noEnd'))
  const clocks = (times: readonly (string | null)[] = []) => times.filter((time) => time !== null).toSorted()
  return {
    times: (rule, to) => [words.times(rule), clocks(to.times).map(format.time).join(', ')],
    weekdays: (rule, to) => [words.weekdays(rule.weekdays), words.weekdays(to.weekdays ?? [])],
    date_to: (rule, to) => [day(rule.date_to), day(to.date_to)],
    add_exclude_dates: (rule, to) => [count(rule.exclude_dates), `+ ${listed(to.add_exclude_dates)}`],
    drop_exclude_dates: (rule, to) => [count(rule.exclude_dates), `− ${listed(to.drop_exclude_dates)}`],
    add_include_dates: (rule, to) => [count(rule.include_dates), `+ ${listed(to.add_include_dates)}`],
  } satisfies Partial<Record<ChangeKind, Pair>>
}

function useSeatPairs() {
  const t = useTranslations('availability')
  const format = useFormat()
  const channelName = useChannelName()
  const seats = (count: number | null | undefined) => (count == null ? t('asExperience') : format.number(count))
  const online = (count: number | null | undefined) => (count == null ? t('allSeats') : format.number(count))
  const kinds = (map: Map = {}) => t('sumByType', { count: countSaid(map) })
  const shares = (map: Map = {}) => {
    const said = channels.filter((slug) => map[slug] != null)
    return said.map((slug) => `${channelName(slug)} ${format.number(map[slug] ?? 0)}`).join(', ') || NOTHING
  }
  return {
    capacity: (rule, to) => [seats(rule.capacity), seats(to.capacity)],
    capacity_by_type: (rule, to) => [kinds(rule.capacity_by_type), kinds(to.capacity_by_type)],
    online_allotment: (rule, to) => [online(rule.online_allotment), online(to.online_allotment)],
    channel_allotments: (rule, to) => [shares(rule.channel_allotments), shares(to.channel_allotments)],
  } satisfies Partial<Record<ChangeKind, Pair>>
}

function useOtherPairs() {
  const t = useTranslations('availability')
  const status = (slug: string | undefined) => t(`status_${ruleStatuses.find((one) => one === slug) ?? 'live'}`)
  const length = (count: number | null | undefined) => (count == null ? t('asExperience') : t('minutesLong', { count }))
  const all = useQuery(guidesQuery).data ?? []
  const guides = (ids: readonly number[] = []) =>
    ids.map((id) => all.find((one) => one.id === id)?.name ?? `#${id}`).join(', ') || NOTHING
  const start = (isFlex: boolean | undefined) => t(isFlex ? 'flex' : 'fixed')
  const prices = (map: Map = {}) => t('sumPrices', { count: countSaid(map) })
  return {
    status: (rule, to) => [status(rule.status), status(to.status)],
    duration_minutes: (rule, to) => [length(rule.duration_minutes), length(to.duration_minutes)],
    guide_ids: (rule, to) => [guides(rule.guide_ids), guides(to.guide_ids)],
    is_flex: (rule, to) => [start(rule.is_flex), start(to.is_flex)],
    note: (rule, to) => [rule.note || NOTHING, to.note?.trim() || NOTHING],
    price_override: (rule, to) => [prices(rule.price_override ?? {}), prices(to.price_override)],
  } satisfies Partial<Record<ChangeKind, Pair>>
}

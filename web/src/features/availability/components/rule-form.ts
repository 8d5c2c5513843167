'use client'
import { createContext, use } from 'react'
import type { ExperienceFull, Properties } from '@/api/models'
import type { RuleValues } from '../values'

/** What the fields of a rule share: its values, what is wrong with them, and whose rule it is. */
export type RuleForm = {
  values: RuleValues
  change: (values: Partial<RuleValues>) => void
  /** Sentences by the server's name of a field. */
  errors: Record<string, string>
  experience: ExperienceFull
  properties: Properties
  today: string
  isNew: boolean
}

export const RuleFormContext = createContext<RuleForm | null>(null)

export function useRuleForm(): RuleForm {
  const form = use(RuleFormContext)
  if (!form) throw new Error('Fields of a rule stand inside its form.')
  return form
}

/** Names of the fields, where the server's messages belong. */
export const shownFields = [
  ...['status', 'weekdays', 'date_from', 'date_to', 'times', 'time_from', 'time_to', 'interval_minutes', 'capacity'],
  ...['season_ids', 'exclude_dates', 'include_dates', 'duration_minutes', 'online_allotment', 'note'],
  ...['capacity_by_type', 'channel_allotments', 'price_override', 'guide_ids'],
]

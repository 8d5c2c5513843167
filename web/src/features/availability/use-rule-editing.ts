'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule } from '@/api/models'
import { isStale } from '@/features/experience/components/version-save-bar'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { editRule, ruleQuery, useKeepRule, useRefreshDepartures } from './api'
import { useRuleDraft } from './use-rule-draft'
import { ruleOf, valuesOf, type Rule, type RuleValues } from './values'

/**
 * The state of a rule's form: it saves over the version it was read at, and follows what others save
 * while nobody has typed into it. When somebody was faster, the reader chooses between the two.
 */
export function useRuleEditing(rule: AvailabilityRule) {
  const [base, setBase] = useState(rule)
  const form = useRuleDraft(valuesOf(base))
  const { refetch } = useQuery({ ...ruleQuery(String(rule.id)), enabled: false })
  const take = (now: AvailabilityRule) => {
    setBase(now)
    form.replace(valuesOf(now))
  }
  // A form nobody has typed into follows what is saved.
  if (!form.isDirty && rule.version > base.version) take(rule)
  const save = useSave(rule, take)
  const send = (version: number) => {
    const body = ruleOf(form.values)
    if (body) save.mutate({ ...body, version })
  }
  const isRefused = save.isError && !isStale(save.error)
  const change = (part: Partial<RuleValues>) => {
    if (isRefused) save.reset()
    form.change(part)
  }
  return {
    form: { ...form, change },
    save,
    submit: () => send(base.version),
    onTakeTheirs: async () => {
      const { data } = await refetch()
      if (data) take(data)
      save.reset()
    },
    onKeepMine: async () => {
      const { data } = await refetch()
      if (!data) return
      setBase(data)
      send(data.version)
    },
  }
}

function useSave(rule: AvailabilityRule, take: (now: AvailabilityRule) => void) {
  const t = useTranslations('availability')
  const ts = useTranslations('experiences')
  const format = useFormat()
  const keep = useKeepRule()
  const refresh = useRefreshDepartures()
  return useMutation({
    mutationFn: (body: Rule & { version: number }) => editRule(rule.id, body),
    onSuccess: ({ rule: now, created_cnt, updated_cnt, removed_cnt }) => {
      if (now) {
        keep(now)
        take(now)
      }
      refresh(rule.experience_id)
      const done = [
        created_cnt > 0 && t('fate_created', { count: created_cnt }),
        updated_cnt > 0 && t('fate_updated', { count: updated_cnt }),
        removed_cnt > 0 && t('fate_removed', { count: removed_cnt }),
      ].filter((one) => one !== false)
      toast.success(done.length ? `${ts('saved')}: ${format.list(done)}` : ts('saved'))
    },
  })
}

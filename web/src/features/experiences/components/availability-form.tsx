'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { AvailabilityOut, ExperienceFull, Properties } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { RuleFormContext, shownFields } from '@/features/availability/components/rule-form'
import { RulePreview } from '@/features/availability/components/rule-preview'
import { WhenFields } from '@/features/availability/components/when-fields'
import { useRuleErrors } from '@/features/availability/use-rule-errors'
import { newRule, ruleOf, type Rule, type RuleValues } from '@/features/availability/values'
import { dayIn } from '@/lib/dates'
import { sortFieldErrors } from '@/lib/form-errors'
import { late } from '@/lib/late'
import { useDebounced } from '@/lib/use-debounced'
import { createAvailability, experienceQuery, experiencesQuery, previewQuery } from '../api'

const MoreFields = late(() => import('@/features/availability/components/more-fields').then((file) => file.MoreFields))

type Props = { experience: ExperienceFull; properties: Properties; onCreated: (made: AvailabilityOut) => void }

/** When an experience runs; the departures it makes are shown while typing, and made on Save. */
export function AvailabilityForm({ experience, properties, onCreated }: Props) {
  const today = dayIn(properties.time_zone)
  const [values, setValues] = useState(() => newRule(today))
  const rule = ruleOf(values)
  const asked = useDebounced(rule && JSON.stringify(rule), 350)
  const id = String(experience.id)
  const preview = useQuery(previewQuery(id, asked === null ? null : (JSON.parse(asked) as Rule)))
  const create = useCreate(id, onCreated)
  const error = create.error ?? preview.error
  const errors = useRuleErrors(values, error)
  const out = rule && !preview.error ? preview.data : undefined
  const change = (part: Partial<RuleValues>) => {
    create.reset()
    setValues((before) => ({ ...before, ...part }))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (rule) create.mutate(rule)
  }
  return (
    <RuleFormContext value={{ values, change, errors, experience, properties, today, isNew: true }}>
      <form noValidate onSubmit={onSubmit} className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="space-y-4">
          <WhenFields />
          <More />
        </div>
        <div className="space-y-4 lg:sticky lg:top-6">
          <RulePreview out={out} isStale={preview.isFetching} hasRule={!!rule} />
          {error && <Failure error={error} />}
          <CreateButton count={out?.created_cnt} isPending={create.isPending} />
        </div>
      </form>
    </RuleFormContext>
  )
}

/** What few rules need comes on a press, so that the first one is five fields. */
function More() {
  const t = useTranslations('availability')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <MoreFields />
  return (
    <Button look="quiet" onPress={() => setOpen(true)}>
      {t('moreSettings')}
    </Button>
  )
}

function CreateButton({ count, isPending }: { count: number | undefined; isPending: boolean }) {
  const t = useTranslations('experiences')
  return (
    <Button type="submit" look="primary" size="lg" className="w-full" isDisabled={!count} isPending={isPending}>
      {t('createTimes', { count: count ?? 0 })}
    </Button>
  )
}

function Failure({ error }: { error: Error }) {
  const errorText = useErrorText()
  if (!(error instanceof ApiError) || error.code !== 'validation_failed')
    return <Notice tone="bad">{errorText(error)}</Notice>
  const { byField, rest } = sortFieldErrors(error.fields, shownFields)
  return <Notice tone="bad">{[...Object.values(byField), ...rest].join(' ')}</Notice>
}

function useCreate(id: string, onCreated: Props['onCreated']) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rule: Rule) => createAvailability(id, { ...rule, dry_run: false }),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: experienceQuery(id).queryKey })
      void queries.invalidateQueries({ queryKey: experiencesQuery.queryKey })
      void queries.invalidateQueries({ queryKey: ['manifest'] })
      onCreated(made)
    },
  })
}

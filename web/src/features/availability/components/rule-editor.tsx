'use client'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiError } from '@/api/client'
import type { AvailabilityRule, ExperienceFull, Properties } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { VersionSaveBar } from '@/features/experience/components/version-save-bar'
import { dayIn } from '@/lib/dates'
import { useDebounced } from '@/lib/use-debounced'
import { editPreviewQuery } from '../api'
import { useRuleEditing } from '../use-rule-editing'
import { useRuleErrors } from '../use-rule-errors'
import { ruleOf, type Rule, type RuleValues } from '../values'
import { MoreFields } from './more-fields'
import { RuleFormContext, shownFields } from './rule-form'
import { RulePreview } from './rule-preview'
import { WhenFields } from './when-fields'

type Props = { rule: AvailabilityRule; experience: ExperienceFull; properties: Properties }

/** Whether a preview was refused for what stands in the fields: they say so themselves. */
const isAtFields = (error: Error | null) => error instanceof ApiError && error.code === 'validation_failed'

/** The form of a rule beside the calendar of what saving it does; nothing happens before Save. */
export function RuleEditor({ rule, experience, properties }: Props) {
  const { form, save, submit, onTakeTheirs, onKeepMine } = useRuleEditing(rule)
  const { values, change, isDirty, draft } = form
  const today = dayIn(properties.time_zone)
  const { preview, body } = usePreview(rule, values)
  const errors = useRuleErrors(values, save.error ?? preview.error)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <RuleFormContext value={{ values, change, errors, experience, properties, today, isNew: false }}>
      <form noValidate onSubmit={onSubmit} className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="space-y-4">
          <DraftNotice draft={draft} />
          <WhenFields />
          <MoreFields />
        </div>
        <div className="lg:sticky lg:top-6">
          <RulePreview
            out={body && !preview.error ? preview.data : undefined}
            isStale={preview.isFetching}
            hasRule={body !== null}
          />
        </div>
        <div className="lg:col-span-2">
          <VersionSaveBar
            {...{ isDirty, shown: shownFields, onReset: draft.discard, isPending: save.isPending }}
            error={save.error ?? (isAtFields(preview.error) ? null : preview.error)}
            {...{ onTakeTheirs, onKeepMine }}
          />
        </div>
      </form>
    </RuleFormContext>
  )
}

function usePreview(rule: AvailabilityRule, values: RuleValues) {
  const body = ruleOf(values)
  const asked = useDebounced(body && JSON.stringify(body), 350)
  const preview = useQuery(editPreviewQuery(rule.id, asked === null ? null : (JSON.parse(asked) as Rule)))
  return { preview, body }
}

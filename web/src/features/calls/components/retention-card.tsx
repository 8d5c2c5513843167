'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { CallSettings } from '@/components/calls/types'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { NumberField } from '@/components/ui/number-field'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { saveSettings, settingsQuery } from '../api'

/** How long recordings and transcripts are kept, and what callers are told. */
export function RetentionCard() {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-48 rounded-xl" />
  return <Form key={JSON.stringify(data)} saved={data} />
}

function useSaving(typed: CallSettings) {
  const t = useTranslations('callSettings')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => saveSettings(typed),
    onSuccess: (now) => {
      queries.setQueryData(settingsQuery.queryKey, now)
      toast.success(t('saved'))
    },
  })
}

function Form({ saved }: { saved: CallSettings }) {
  const t = useTranslations('callSettings')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const [typed, setTyped] = useState(saved)
  const save = useSaving(typed)
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <Card title={t('keeping')}>
      <form
        className="max-w-prose space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Fields typed={typed} onChange={(part) => setTyped({ ...typed, ...part })} errors={fields} />
        {save.error && Object.keys(fields).length === 0 && <Notice tone="bad">{errorText(save.error)}</Notice>}
        <Button type="submit" look="primary" isPending={save.isPending}>
          {common('save')}
        </Button>
      </form>
    </Card>
  )
}

type FieldsProps = {
  typed: CallSettings
  onChange: (part: Partial<CallSettings>) => void
  errors: Record<string, string[]>
}

function Fields({ typed, onChange, errors }: FieldsProps) {
  const t = useTranslations('callSettings')
  return (
    <>
      <NumberField
        label={t('days')}
        hint={t('daysHint')}
        value={typed.recording_days}
        onChange={(recording_days) => onChange({ recording_days })}
        minValue={1}
        maxValue={3650}
        error={errors.recording_days?.[0]}
        className="max-w-60"
      />
      <TextField
        label={t('notice')}
        hint={t('noticeHint')}
        rows={2}
        maxLength={500}
        value={typed.recording_notice}
        onChange={(recording_notice) => onChange({ recording_notice })}
        error={errors.recording_notice?.[0]}
      />
    </>
  )
}

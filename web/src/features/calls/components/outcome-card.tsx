'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { outcomes, type Call } from '@/components/calls/types'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { TagField } from '@/components/ui/tag-field'
import { useCallDeeds } from '../use-call-deeds'

/** What came of a call, in the words of whoever took it. */
export function OutcomeCard({ call }: { call: Call }) {
  const t = useTranslations('calls')
  const lines = useTranslations('callLines')
  const { save, isPending } = useCallDeeds(call)
  return (
    <Card title={lines('chooseOutcome')}>
      <div className="space-y-4">
        <Select
          label={t('col_outcome')}
          options={outcomes.map((id) => ({ id, name: lines(`outcome_${id}`) }))}
          value={call.outcome}
          onChange={(outcome) => save({ outcome })}
          isDisabled={isPending}
        />
        <Note key={call.note} call={call} />
        <TagField label={t('tags')} value={call.tags} onChange={(tags) => save({ tags })} isDisabled={isPending} />
      </div>
    </Card>
  )
}

function Note({ call }: { call: Call }) {
  const t = useTranslations('callLines')
  const common = useTranslations('common')
  const { save, isPending } = useCallDeeds(call)
  const [text, setText] = useState(call.note)
  return (
    <div className="space-y-2">
      <TextField label={t('note')} rows={4} value={text} onChange={setText} maxLength={4000} />
      {text.trim() !== call.note && (
        <div className="flex justify-end gap-2">
          <Button size="sm" look="quiet" onPress={() => setText(call.note)}>
            {common('cancel')}
          </Button>
          <Button size="sm" look="primary" onPress={() => save({ note: text })} isPending={isPending}>
            {common('save')}
          </Button>
        </div>
      )}
    </div>
  )
}

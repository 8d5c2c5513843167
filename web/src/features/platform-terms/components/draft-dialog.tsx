'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { TosDraft, TosDraftIn } from '@/api/platform-models'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, useField } from '@/components/form-fields'
import { LanguageTexts, type Texts } from '@/components/platform/language-texts'
import { Checkbox } from '@/components/ui/checkbox'
import { saveDraft, termsQuery } from '../api'

type Values = { texts: Texts; is_major: boolean; notice_days: number }

const schema = z.looseObject({})
const shown = ['texts', 'notice_days']

/** A draft: its words by language, whether operators have to agree, and how long before it counts. */
export function DraftDialog({ draft, onClose }: { draft: TosDraft | null; onClose: () => void }) {
  const t = useTranslations('platformTerms')
  const queries = useQueryClient()
  const texts = Object.fromEntries(
    Object.entries(draft?.texts ?? {}).map(([locale, one]) => [locale, { title: one.title, body: one.body_html }]),
  )
  return (
    <FormDialog<Values, TosDraft>
      title={draft ? t('edit') : t('newDraft')}
      size="lg"
      values={{ texts, is_major: draft?.is_major ?? true, notice_days: draft?.notice_days ?? 14 }}
      schema={schema}
      shown={shown}
      label={t('saveDraft')}
      save={(values) => saveDraft(bodyOf(values, draft))}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: termsQuery.queryKey })
        onClose()
      }}
      onClose={onClose}
    >
      <Words />
      <Major />
      <FormNumber name="notice_days" label={t('notice')} hint={t('noticeHint')} minValue={0} maxValue={365} />
    </FormDialog>
  )
}

function bodyOf(values: Values, draft: TosDraft | null): TosDraftIn {
  const texts = Object.entries(values.texts).map(([locale, one]) => [locale, { title: one.title, body_html: one.body }])
  return {
    id: draft?.id ?? null,
    version: draft?.version ?? null,
    audience: 'operator',
    texts: Object.fromEntries(texts) as TosDraftIn['texts'],
    is_major: values.is_major,
    notice_days: values.notice_days,
  }
}

function Words() {
  const t = useTranslations('platformTerms')
  const { value, onChange, error } = useField<Texts>('texts')
  return <LanguageTexts value={value} onChange={onChange} bodyHint={t('bodyHint')} rows={10} error={error} />
}

function Major() {
  const t = useTranslations('platformTerms')
  const { value, onChange } = useField<boolean>('is_major')
  return (
    <Checkbox isSelected={value} onChange={onChange}>
      {t('mustAgree')}
    </Checkbox>
  )
}

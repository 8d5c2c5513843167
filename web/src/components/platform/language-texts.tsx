'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import { TextField } from '@/components/ui/field'
import { languageName, languages } from '@/lib/languages'

export type Text = { title: string; body: string }
export type Texts = Record<string, Text>

const blank: Text = { title: '', body: '' }

type Props = { value: Texts; onChange: (texts: Texts) => void; bodyHint: string; rows: number; error?: string }

/** A title and a text in as many languages as there are words for; English is always there. */
export function LanguageTexts({ value, onChange, bodyHint, rows, error }: Props) {
  const t = useTranslations('platformTexts')
  const [locale, setLocale] = useState<string>('en')
  const text = value[locale] ?? blank
  const set = (changed: Partial<Text>) => {
    const next = { ...text, ...changed }
    const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== locale))
    onChange(next.title || next.body || locale === 'en' ? { ...rest, [locale]: next } : rest)
  }
  const mark = (id: string) => (value[id]?.title ? `${languageName(id)} ✓` : languageName(id))
  return (
    <div className="space-y-4">
      <Select
        label={t('language')}
        hint={t('languageHint')}
        options={languages.map((id) => ({ id: id as string, name: mark(id) }))}
        value={locale}
        onChange={setLocale}
        error={error}
      />
      <TextField label={t('titleLabel')} value={text.title} onChange={(title) => set({ title })} maxLength={160} />
      <TextField label={t('body')} hint={bodyHint} rows={rows} value={text.body} onChange={(body) => set({ body })} />
    </div>
  )
}

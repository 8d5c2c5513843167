'use client'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useField } from '@/components/form-fields'
import { TestPlay } from '@/components/speech/test-play'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { languageName } from '@/lib/languages'
import { fields, sampleOf, withField } from '../announcements'
import { useSample } from '../use-sample'

/** The words of one language, with what can be filled in, and how they sound. */
export function AnnouncementWords({ language }: { language: string }) {
  const { inputRef, value = '', ...field } = useField<string>(`texts.${language}`)
  const control = useRef<HTMLTextAreaElement>(null)
  const said = sampleOf(value, language, useSample())
  const keep = (node: (HTMLInputElement & HTMLTextAreaElement) | null) => {
    control.current = node
    inputRef(node)
  }
  const insert = (name: string) => {
    const { selectionStart: start, selectionEnd: end } = control.current ?? {}
    field.onChange(withField(value, name, start ?? value.length, end))
    control.current?.focus()
  }
  return (
    <div className="space-y-2">
      <TextField
        {...field}
        inputRef={keep}
        value={value}
        label={languageName(language)}
        rows={2}
        maxLength={500}
        hint={said === value ? undefined : <bdi lang={language}>{said}</bdi>}
      />
      <div className="flex flex-wrap gap-2">
        <Insertable language={language} onInsert={insert} />
        <TestPlay text={said} language={language} />
      </div>
    </div>
  )
}

function Insertable({ language, onInsert }: { language: string; onInsert: (name: string) => void }) {
  const t = useTranslations('announcements')
  return fields.map((name) => (
    <Button
      key={name}
      size="sm"
      look="quiet"
      aria-label={t('insert', { field: t(`field_${name}`), language: languageName(language) })}
      onPress={() => onInsert(name)}
    >
      <Plus aria-hidden className="size-4" />
      {t(`field_${name}`)}
    </Button>
  ))
}

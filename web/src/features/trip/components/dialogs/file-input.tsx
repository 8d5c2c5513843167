'use client'
import { Paperclip, X } from 'lucide-react'
import { useId, type ChangeEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { labelClass } from '@/components/ui/field'
import { fileOf, fileTypes } from '../../answers'
import type { FieldValue } from '../../types'

type Props = { field: FieldValue; value: unknown; onChange: (answer: File | null) => void }

/** The file that answers a question: the one that is there, another one in its place, or none. */
export function FileInput({ field, value, onChange }: Props) {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const id = useId()
  const name = value instanceof File ? value.name : fileOf(value)?.name
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) onChange(file)
    target.value = ''
  }
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className={labelClass}>
        {field.label}
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line-strong px-3 text-sm font-medium hover:border-accent hover:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent sm:min-h-9">
          <Paperclip aria-hidden className="size-4" />
          <bdi>{name ?? t('fileChoose')}</bdi>
          <input id={id} type="file" accept={fileTypes} onChange={choose} className="sr-only" />
        </label>
        {name !== undefined && (
          <Button size="sm" look="quiet" onPress={() => onChange(null)}>
            <X aria-hidden className="size-4" />
            {common('remove')}
          </Button>
        )}
      </div>
      <p className="text-sm text-faint">{[field.help_text, t('fileRules')].filter(Boolean).join(' ')}</p>
    </div>
  )
}

'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { AnnouncementTemplate } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { languageName, languages } from '@/lib/languages'
import * as rules from '@/lib/rules'
import { bodyOf, wordsOf, type Words } from '../announcements'
import { announcementsQuery, createAnnouncement, saveAnnouncement } from '../announcements-api'
import { AnnouncementWords } from './announcement-words'

const schema = z
  .looseObject({ name: rules.name(80), languages: z.array(z.string()).check(z.minLength(1, 'required')) })
  .check((given) => {
    const { languages, texts } = given.value as unknown as Words
    for (const language of languages) {
      if (texts[language]?.trim()) continue
      given.issues.push({ code: 'custom', message: 'required', path: ['texts', language], input: texts[language] })
    }
  })

type Props = { template: AnnouncementTemplate | null; onClose: () => void }

/** New words of the operator's own, or other ones: a text in each language that is wanted. */
export function AnnouncementDialog({ template, onClose }: Props) {
  const t = useTranslations('announcements')
  const queries = useQueryClient()
  const own = useLocale()
  const texts = [...languages, ...Object.keys(template?.texts ?? {})].map((one) => `texts.${one}`)
  return (
    <FormDialog<Words, AnnouncementTemplate>
      title={t(template ? 'edit' : 'add')}
      size="lg"
      values={wordsOf(template, own)}
      schema={schema}
      shown={['name', 'languages', ...texts]}
      save={(words) =>
        template
          ? saveAnnouncement(template.id, { ...bodyOf(words), version: template.version })
          : createAnnouncement(bodyOf(words))
      }
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: announcementsQuery.queryKey })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} hint={t('nameHint')} autoFocus />
      <Languages others={Object.keys(template?.texts ?? {})} />
    </FormDialog>
  )
}

/** Which languages there are words in; one that was taken off keeps what was typed until the window closes. */
function Languages({ others }: { others: string[] }) {
  const t = useTranslations('announcements')
  const { value, onChange, error } = useField<string[]>('languages')
  const all = [...new Set([...languages, ...others])]
  return (
    <>
      <CheckboxGroup
        label={t('languages')}
        isInline
        options={all.map((id) => ({ id, name: languageName(id) }))}
        value={value}
        onChange={(chosen) => onChange(all.filter((one) => chosen.includes(one)))}
        error={error}
      />
      {value.map((language) => (
        <AnnouncementWords key={language} language={language} />
      ))}
      <p className="text-sm text-faint">{t('fieldsHint')}</p>
    </>
  )
}

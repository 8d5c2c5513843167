'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Contents, ExperienceFull } from '@/api/models'
import { Select } from '@/components/ui/select'
import { ErrorState } from '@/components/ui/states'
import { Tabs } from '@/components/ui/tabs'
import { countDraft } from '../texts'
import { languageName } from '@/lib/languages'
import { locales } from '@/routes'
import { contentsQuery } from '../api'
import { Waiting } from './frame'
import { TextsForm } from './texts-form'

/** What guests read, in the operator's language and in others. */
export default function TextsPart({ experience }: { experience: ExperienceFull }) {
  const { data, error, refetch } = useQuery(contentsQuery(experience.id))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return data ? <Languages experience={experience} contents={data} /> : <Waiting />
}

function Languages({ experience, contents }: { experience: ExperienceFull; contents: Contents }) {
  const t = useTranslations('experience')
  const [open, setOpen] = useState(contents.own_locale)
  const [added, setAdded] = useState<string[]>([])
  const written = contents.contents.map(({ locale }) => locale)
  const shown = [...new Set([...written, ...added])]
  return (
    <div className="max-w-3xl">
      <Tabs
        label={t('languages')}
        value={open}
        onChange={setOpen}
        items={shown.map((locale) => ({
          id: locale,
          label: languageName(locale),
          ...(locale !== contents.own_locale && { badge: countDraft(contents, locale) }),
        }))}
      >
        <TextsForm key={open} experience={experience} contents={contents} locale={open} />
      </Tabs>
      <AddLanguage
        shown={shown}
        onAdd={(locale) => {
          setAdded([...added, locale])
          setOpen(locale)
        }}
      />
    </div>
  )
}

function AddLanguage({ shown, onAdd }: { shown: string[]; onAdd: (locale: string) => void }) {
  const t = useTranslations('experience')
  const reader = useLocale()
  const names = new Intl.DisplayNames(reader, { type: 'language' })
  const free = locales.filter((locale) => !shown.some((one) => one.split('-')[0] === locale))
  if (free.length === 0) return null
  return (
    <div className="mt-6 max-w-xs border-t pt-5">
      <Select
        label={t('addLanguage')}
        options={free.map((id) => ({ id: id as string, name: languageName(id), note: names.of(id) ?? id }))}
        value={null}
        onChange={onAdd}
      />
    </div>
  )
}

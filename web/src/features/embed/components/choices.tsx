'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import { languageName } from '@/lib/languages'
import { locales } from '@/routes'
import { experiencesQuery } from '../api'
import { modes, type Wish } from '../code'

type Props = { wish: Wish; onChange: (wish: Wish) => void }

/** What the calendar shows, and in which language. */
export function Choices({ wish, onChange }: Props) {
  const t = useTranslations('embed')
  const { data } = useQuery(experiencesQuery)
  const experiences = (data ?? []).map((one) => ({ id: String(one.id), name: one.name }))
  const languages = locales.map((id) => ({ id: id as string, name: languageName(id) }))
  return (
    <div className="space-y-4">
      <Select
        label={t('mode')}
        value={wish.mode}
        onChange={(mode) => onChange({ ...wish, mode })}
        options={modes.map((id) => ({ id: id as Wish['mode'], name: t(`mode_${id}`) }))}
      />
      <Select
        label={t('experience')}
        value={wish.experience}
        onChange={(experience) => onChange({ ...wish, experience })}
        options={[{ id: '', name: t('everything') }, ...experiences]}
      />
      <Select
        label={t('language')}
        value={wish.language}
        onChange={(language) => onChange({ ...wish, language })}
        options={[{ id: '', name: t('visitorsLanguage') }, ...languages]}
      />
    </div>
  )
}

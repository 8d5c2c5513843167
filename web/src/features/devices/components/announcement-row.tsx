'use client'
import { Archive, Pencil } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { AnnouncementTemplate } from '@/api/models'
import { TestPlay } from '@/components/speech/test-play'
import { IconButton } from '@/components/ui/button'
import { isolate } from '@/lib/isolate'
import { languageName } from '@/lib/languages'
import { useFormat } from '@/lib/use-format'
import { ownFirst, sampleOf } from '../announcements'
import { useAnnouncementDeeds } from '../use-announcement-deeds'
import { useSample } from '../use-sample'

type Props = { template: AnnouncementTemplate; maySet: boolean; onEdit: () => void }

/** Words of the operator's own: their name, how they begin, their languages, and how they sound. */
export function AnnouncementRow({ template, maySet, onEdit }: Props) {
  const t = useTranslations('announcements')
  const format = useFormat()
  const sample = useSample()
  const { archive } = useAnnouncementDeeds()
  const languages = ownFirst(Object.keys(template.texts), useLocale())
  const [language = 'en'] = languages
  const said = sampleOf(template.texts[language] ?? '', language, sample)
  const name = isolate(template.name)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium">
          <bdi>{template.name}</bdi>
        </p>
        <p className="line-clamp-2 text-sm text-soft">
          <bdi lang={language}>{said}</bdi>
        </p>
        <p className="text-sm text-faint">{format.list(languages.map(languageName))}</p>
      </div>
      <div className="flex items-center gap-1">
        <TestPlay text={said} language={language} />
        {maySet && (
          <>
            <IconButton label={t('editOf', { name })} onPress={onEdit}>
              <Pencil aria-hidden className="size-4" />
            </IconButton>
            <IconButton
              label={t('archiveOf', { name })}
              isPending={archive.isPending}
              onPress={() => archive.mutate({ id: template.id, isArchived: true })}
            >
              <Archive aria-hidden className="size-4" />
            </IconButton>
          </>
        )}
      </div>
    </div>
  )
}

'use client'
import { useTranslations } from 'use-intl'
import type { GuideRow } from '@/api/models'
import { hoursOf } from '@/components/guides/model'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { AppLink } from '@/lib/app-link'
import { languageName } from '@/lib/languages'
import { useFormat } from '@/lib/use-format'

/** Who somebody is as a guide: name, what they can, what they speak, how much they work. */
export function GuideHead({ guide }: { guide: GuideRow }) {
  const t = useTranslations('guides')
  const format = useFormat()
  const week = guide.days.reduce((sum, day) => sum + day.minutes, 0)
  const limit = guide.max_minutes_per_day
  return (
    <div className="flex gap-3">
      <Avatar name={guide.name} color={guide.color} />
      <div className="min-w-0 space-y-1">
        <AppLink
          to="guide"
          params={{ guide: String(guide.id) }}
          prefetch={false}
          className="block font-semibold wrap-anywhere hover:text-accent hover:underline pointer-coarse:py-2.5"
        >
          {guide.name}
        </AppLink>
        {guide.languages.length > 0 && (
          <p className="text-xs text-soft">{format.shortList(guide.languages.map(languageName))}</p>
        )}
        {guide.skills.length > 0 && (
          <p className="flex flex-wrap gap-1">
            {guide.skills.map((skill) => (
              <Badge key={skill}>{skill}</Badge>
            ))}
          </p>
        )}
        <p className="text-xs text-soft tabular-nums">
          {t('weekHours', { hours: format.number(hoursOf(week)) })}
          {limit !== null && ` · ${t('limitHours', { hours: format.number(hoursOf(limit)) })}`}
        </p>
      </div>
    </div>
  )
}

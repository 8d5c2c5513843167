'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Season } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { seasonsQuery } from '@/features/experience/rates-api'
import { useSeasonWords } from '@/features/experience/components/use-season-words'
import { late } from '@/lib/late'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { archiveSeason, removedSeasons, restoreSeason } from '../api'
import { useRemoval } from '../use-removal'
import { CatalogCard } from './catalog-card'
import { CatalogLine } from './catalog-line'
import { Removed } from './removed'

const SeasonDialog = late(() =>
  import('@/features/experience/components/season-dialog').then((file) => file.SeasonDialog),
)

/** Days of the year with a name, which start times and prices name. */
export default function SeasonsList() {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  const { data, error, refetch } = useQuery(seasonsQuery)
  const [open, setOpen] = useState<Season | 'new' | null>(null)
  const words = useSeasonWords()
  const today = dayIn(useSession()?.properties.time_zone ?? 'UTC')
  const removal = useRemoval({
    queryKey: seasonsQuery.queryKey,
    archive: archiveSeason,
    restore: restoreSeason,
  })
  return (
    <>
      <CatalogCard
        title={te('seasons')}
        text={te('seasonsText')}
        emptyTitle={t('noSeasons')}
        icon={<CalendarRange aria-hidden className="size-6" />}
        items={data?.seasons}
        error={error}
        onRetry={() => void refetch()}
        addLabel={te('addSeason')}
        onAdd={() => setOpen('new')}
        row={(season) => (
          <CatalogLine
            name={season.name}
            onOpen={() => setOpen(season)}
            onRemove={() => removal.remove(season)}
            badges={season.ranges.every(({ last }) => last < today) && <Badge tone="warn">{t('over')}</Badge>}
            facts={words(season)}
          />
        )}
      >
        <Removed queryKey={seasonsQuery.queryKey} read={removedSeasons} removal={removal} />
      </CatalogCard>
      {open && <SeasonDialog season={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  )
}

'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Season } from '@/api/models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'

const SeasonDialog = late(() => import('./season-dialog').then((file) => file.SeasonDialog))

/** The seasons that prices and start times name; those of the past are in the catalogue's lists. */
export function SeasonsCard({ seasons }: { seasons: Season[] }) {
  const t = useTranslations('experience')
  const [open, setOpen] = useState<Season | 'new' | null>(null)
  return (
    <Card
      title={t('seasons')}
      actions={
        <Button size="sm" onPress={() => setOpen('new')}>
          <Plus aria-hidden className="size-4" />
          {t('addSeason')}
        </Button>
      }
    >
      <p className="text-sm text-pretty text-soft">{t('seasonsText')}</p>
      <ul className="mt-4 flex flex-wrap gap-2">
        {seasons.map((season) => (
          <li key={season.id}>
            <Button size="sm" onPress={() => setOpen(season)}>
              {season.name}
            </Button>
          </li>
        ))}
        <li>
          <AppLink to="catalog" params={{ tab: 'seasons' }} className={buttonClass('quiet', 'sm')}>
            {t('allSeasons')}
          </AppLink>
        </li>
      </ul>
      {open && <SeasonDialog season={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarRange, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, RateSheet, Season } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { lettersOf } from '../applied'
import { rateSheetsQuery, seasonsQuery } from '../rates-api'
import { ArchivedRates } from './archived-rates'
import { Waiting } from './frame'
import { RateRow } from './rate-row'
import { SeasonsCard } from './seasons-card'

const RateDialog = late(() => import('./rate-dialog').then((file) => file.RateDialog))
const AppliedCard = late(() => import('./applied-card').then((file) => file.AppliedCard))

/** Prices that differ: by season, weekday, way of selling, party, how early, how full; and which holds when. */
export default function RatesPart({ experience }: { experience: ExperienceFull }) {
  const { data, error, refetch } = useQuery(rateSheetsQuery(experience.id))
  const seasons = useQuery(seasonsQuery).data?.seasons.filter((one) => !one.is_archived) ?? []
  const [open, setOpen] = useState<RateSheet | 'new' | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  const sheets = data.rateSheets
  const hasPlan = sheets.some((sheet) => sheet.status === 'live') && experience.customerTypes.length > 0
  return (
    <div className="max-w-3xl space-y-5">
      <Sheets {...{ experience, seasons, sheets }} onOpen={setOpen} />
      {hasPlan && <AppliedCard experience={experience} sheets={sheets} />}
      <SeasonsCard seasons={seasons} />
      {open && (
        <RateDialog
          experience={experience}
          sheet={open === 'new' ? undefined : open}
          seasons={seasons}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

type SheetsProps = {
  experience: ExperienceFull
  sheets: RateSheet[]
  seasons: Season[]
  onOpen: (sheet: RateSheet | 'new') => void
}

function Sheets({ experience, sheets, seasons, onOpen }: SheetsProps) {
  const t = useTranslations('experience')
  const letters = lettersOf(sheets)
  const add = (size: 'sm' | 'md') => (
    <Button look="primary" size={size} onPress={() => onOpen('new')}>
      <Plus aria-hidden className="size-4" />
      {t('addRate')}
    </Button>
  )
  if (sheets.length === 0) {
    return (
      <div>
        <EmptyState icon={<CalendarRange aria-hidden className="size-6" />} title={t('noRates')} text={t('ratesText')}>
          {add('md')}
        </EmptyState>
        <ArchivedRates experience={experience} seasons={seasons} />
      </div>
    )
  }
  return (
    <Card title={t('part_rates')} actions={add('sm')}>
      <p className="mb-4 text-sm text-pretty text-soft">{t('ratesText')}</p>
      <ul className="divide-y rounded-md border">
        {sheets.map((sheet) => (
          <RateRow
            key={sheet.id}
            {...{ sheet, experience, seasons }}
            letter={letters.get(sheet.id) ?? ''}
            onOpen={() => onOpen(sheet)}
          />
        ))}
      </ul>
      <ArchivedRates experience={experience} seasons={seasons} />
    </Card>
  )
}

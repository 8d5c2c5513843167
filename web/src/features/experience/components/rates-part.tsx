'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarRange, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, RateSheet, Season } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { archiveRateSheet, rateSheetsQuery, saveRateSheet, seasonsQuery } from '../api'
import { rateBody, rateOf } from '../rates'
import { Waiting } from './frame'
import { useRateWords } from './use-rate-words'

const RateDialog = late(() => import('./rate-dialog').then((file) => file.RateDialog))
const SeasonDialog = late(() => import('./season-dialog').then((file) => file.SeasonDialog))

/** Prices that differ: by season, weekday, party, how early, how full. */
export default function RatesPart({ experience }: { experience: ExperienceFull }) {
  const { data, error, refetch } = useQuery(rateSheetsQuery(experience.id))
  const seasons = useQuery(seasonsQuery).data?.seasons.filter((one) => !one.is_archived) ?? []
  const [open, setOpen] = useState<RateSheet | 'new' | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  return (
    <div className="max-w-3xl space-y-5">
      <Sheets {...{ experience, seasons }} sheets={data.rateSheets} onOpen={setOpen} />
      <Seasons seasons={seasons} />
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
  const add = (
    <Button look="primary" onPress={() => onOpen('new')}>
      <Plus aria-hidden className="size-4" />
      {t('addRate')}
    </Button>
  )
  if (sheets.length === 0) {
    return (
      <EmptyState icon={<CalendarRange aria-hidden className="size-6" />} title={t('noRates')} text={t('ratesText')}>
        {add}
      </EmptyState>
    )
  }
  return (
    <Card title={t('part_rates')} actions={add}>
      <p className="mb-4 text-sm text-pretty text-soft">{t('ratesText')}</p>
      <ul className="divide-y rounded-md border">
        {sheets.map((sheet) => (
          <RateRow key={sheet.id} {...{ sheet, experience, seasons }} onOpen={() => onOpen(sheet)} />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { sheet: RateSheet; experience: ExperienceFull; seasons: Season[]; onOpen: () => void }

function RateRow({ sheet, experience, seasons, onOpen }: RowProps) {
  const t = useTranslations('experience')
  const words = useRateWords(experience, seasons)
  const archive = useArchive(experience, sheet)
  return (
    <li className="flex items-center gap-2 px-2">
      <button
        type="button"
        onClick={onOpen}
        className="my-1 min-h-12 min-w-0 grow rounded-md px-2 py-1.5 text-start hover:bg-sunken"
      >
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{sheet.name}</span>
          {sheet.status === 'draft' && <Badge>{t('rateDraft')}</Badge>}
        </span>
        <span className="block text-sm text-soft tabular-nums">{words.prices(sheet)}</span>
        <span className="block text-sm text-faint">{words.when(sheet)}</span>
      </button>
      <IconButton label={t('archiveNamed', { name: sheet.name })} onPress={archive}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}

/** Takes a sheet out of use; undo makes the same one anew. */
function useArchive(experience: ExperienceFull, sheet: RateSheet) {
  const t = useTranslations('experience')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = rateSheetsQuery(experience.id)
  const onError = (error: Error) => toast.error(errorText(error))
  const restore = useMutation({
    mutationFn: () =>
      saveRateSheet({ ...rateBody(experience, rateOf(experience, sheet), sheet), id: null, version: null }),
    onSuccess: (now) => queries.setQueryData(queryKey, now),
    onError,
  })
  const archive = useMutation({
    mutationFn: () => archiveRateSheet(sheet.id),
    onSuccess: (now) => {
      queries.setQueryData(queryKey, now)
      toast(t('archived', { name: sheet.name }), {
        action: { label: common('undo'), onClick: () => restore.mutate() },
      })
    },
    onError,
  })
  return () => archive.mutate()
}

function Seasons({ seasons }: { seasons: Season[] }) {
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
      {seasons.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2">
          {seasons.map((season) => (
            <li key={season.id}>
              <Button size="sm" onPress={() => setOpen(season)}>
                {season.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && <SeasonDialog season={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

'use client'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, RateSheet, Season } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { archiveRateSheet, restoreRateSheet } from '../rates-api'
import { useKeepSheets } from '../use-keep-sheets'
import { SheetLetter } from './sheet-letter'
import { useRateWords } from './use-rate-words'

type Props = {
  sheet: RateSheet
  experience: ExperienceFull
  seasons: Season[]
  /** What stands for it in the plan below the list. */
  letter: string
  onOpen: () => void
}

/** One rate sheet: what it does and when; the row opens it, the bin takes it out of use with undo. */
export function RateRow({ sheet, experience, seasons, letter, onOpen }: Props) {
  const t = useTranslations('experience')
  const words = useRateWords(experience, seasons)
  const archive = useArchive(experience, sheet)
  const isLive = sheet.status === 'live'
  return (
    <li className="flex items-center gap-2 px-2">
      <button
        type="button"
        onClick={onOpen}
        className="my-1 flex min-h-12 min-w-0 grow gap-3 rounded-md px-2 py-1.5 text-start hover:bg-sunken"
      >
        <SheetLetter letter={letter} isOff={!isLive} />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{sheet.name}</span>
            {!isLive && <Badge>{t('rateDraft')}</Badge>}
            {sheet.priority !== 0 && <Badge tone="accent">{t('priorityN', { n: sheet.priority })}</Badge>}
          </span>
          <span className="block text-sm text-soft tabular-nums">{words.prices(sheet)}</span>
          <span className="block text-sm text-faint">{words.when(sheet)}</span>
        </span>
      </button>
      <IconButton label={t('archiveNamed', { name: sheet.name })} onPress={archive}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}

/** Takes a sheet out of use; undo brings it back as it was. */
function useArchive(experience: ExperienceFull, sheet: RateSheet) {
  const t = useTranslations('experience')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const keep = useKeepSheets(experience.id)
  const onError = (error: Error) => toast.error(errorText(error))
  const restore = useMutation({
    mutationFn: () => restoreRateSheet(sheet.id, sheet.status === 'live'),
    onSuccess: keep,
    onError,
  })
  const archive = useMutation({
    mutationFn: () => archiveRateSheet(sheet.id),
    onSuccess: (now) => {
      keep(now)
      toast(t('archived', { name: sheet.name }), {
        action: { label: common('undo'), onClick: () => restore.mutate() },
      })
    },
    onError,
  })
  return () => archive.mutate()
}

'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, Season } from '@/api/models'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { archivedSheetsQuery, restoreRateSheet } from '../rates-api'
import { useKeepSheets } from '../use-keep-sheets'
import { RemovedList } from './removed-list'
import { useRateWords } from './use-rate-words'

/** The rate sheets that are out of use; each can come back as a draft. */
export function ArchivedRates({ experience, seasons }: { experience: ExperienceFull; seasons: Season[] }) {
  const t = useTranslations('experience')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...archivedSheetsQuery(experience.id), enabled: isOpen })
  const words = useRateWords(experience, seasons)
  const keep = useKeepSheets(experience.id)
  const errorText = useErrorText()
  const restore = useMutation({
    mutationFn: (sheet: number) => restoreRateSheet(sheet, false),
    onSuccess: keep,
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <RemovedList title={t('removedRates')} onOpen={setOpen} rows={isOpen ? data?.rateSheets : undefined}>
      {(sheet) => (
        <>
          <span className="min-w-0 grow">
            <span className="block font-medium">{sheet.name}</span>
            <span className="block text-sm text-soft tabular-nums">{words.prices(sheet)}</span>
          </span>
          <Button size="sm" isPending={restore.isPending} onPress={() => restore.mutate(sheet.id)}>
            {t('bringBack')}
            <span className="sr-only">{sheet.name}</span>
          </Button>
        </>
      )}
    </RemovedList>
  )
}

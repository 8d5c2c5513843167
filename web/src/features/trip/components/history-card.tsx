'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { historyQuery } from '../api'
import { useTrip } from '../trip-context'
import { HistoryEntry } from './history-entry'

const FIRST = 12

/** The story of the trip, newest first. */
export function HistoryCard() {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { id } = useTrip()
  const { data, error } = useQuery(historyQuery(id))
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? data : data?.slice(0, FIRST)
  return (
    <Card title={t('history')}>
      {error && <p className="text-sm text-bad">{errorText(error)}</p>}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.length === 0 && <p className="text-soft">{t('noHistory')}</p>}
      {!!shown?.length && (
        <ol className="space-y-4 border-s ps-4">
          {shown.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {data && shown && data.length > shown.length && (
        <Button size="sm" look="quiet" className="mt-3" onPress={() => setWhole(true)}>
          {t('wholeStory', { count: data.length - shown.length })}
        </Button>
      )}
    </Card>
  )
}

'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useLive } from '@/lib/live/use-live'
import { useCanForAll, useSession } from '@/lib/session'
import { callsKey, callsOf, type Whose } from './api'
import { CallLine } from './call-line'
import type { Prefilled } from './write-down-dialog'

const WriteDownDialog = late(() => import('./write-down-dialog').then((file) => file.WriteDownDialog))
const kinds = ['call.changed'] as const
const atFirst = 5

/** The calls about a trip or with a customer; there is no card for whoever may not see calls. */
export function CallsCard({ whose, known }: { whose: Whose; known: Prefilled }) {
  const maySee = useCanForAll('call.view')
  return maySee && <Calls whose={whose} known={known} />
}

function Calls({ whose, known }: { whose: Whose; known: Prefilled }) {
  const t = useTranslations('callLines')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const [isWriting, setWriting] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const { data, error } = useQuery(callsOf(whose))
  useLive(kinds, () => void queries.invalidateQueries({ queryKey: callsKey }))
  const shown = isWhole ? data : data?.slice(0, atFirst)
  const add = (
    <Button size="sm" look="quiet" onPress={() => setWriting(true)}>
      <PhoneCall aria-hidden className="size-4" />
      {t('writeDown')}
    </Button>
  )
  return (
    <Card title={t('title')} actions={add}>
      {error && <p className="text-sm text-bad">{errorText(error)}</p>}
      {!data && !error && <Skeleton className="h-11" />}
      {data?.length === 0 && <p className="text-soft">{t('noCalls')}</p>}
      <ul className="-my-2">
        {shown?.map((call) => (
          <li key={call.id}>
            <CallLine call={call} zone={zone} />
          </li>
        ))}
      </ul>
      {data && shown && shown.length < data.length && (
        <Button size="sm" look="quiet" onPress={() => setWhole(true)}>
          {t('more', { count: data.length - shown.length })}
        </Button>
      )}
      {isWriting && <WriteDownDialog known={known} onClose={() => setWriting(false)} />}
    </Card>
  )
}

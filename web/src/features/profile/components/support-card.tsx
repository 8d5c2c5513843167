'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Card } from '@/components/ui/page-header'
import { RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { sessionQuery, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { endSupport, grantSupport, refuseSupport, supportQuery, type SupportConsent } from '../support-api'
import { useDeed } from '../use-deed'

type Open = NonNullable<SupportConsent['support']>

/** Where an owner lets the people who run the platform in for some hours, and shows them out. */
export function SupportCard() {
  const t = useTranslations('support')
  const { data, error, refetch } = useQuery(supportQuery)
  return (
    <Card title={t('title')}>
      <p className="mb-4 text-pretty text-soft">{t('text')}</p>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : data.support?.state === 'granted' ? (
        <Granted access={data.support} />
      ) : (
        <Grant asked={data.support} />
      )}
    </Card>
  )
}

/** A deed of this card; the notice on every screen knows of it at once. */
function useSupportDeed<A>(deed: (argument: A) => Promise<SupportConsent>) {
  const queries = useQueryClient()
  return useDeed(deed, (found) => {
    queries.setQueryData(supportQuery.queryKey, found)
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  })
}

function Granted({ access }: { access: Open }) {
  const t = useTranslations('support')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const end = useSupportDeed(endSupport)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <strong className="block font-medium">
          {t('isIn', { until: access.ends_at ? format.instant(access.ends_at, zone) : '' })}
        </strong>
        <span className="text-soft">{access.may_change ? t('mayChange') : t('mayLook')}</span>
      </p>
      <Button look="danger" onPress={() => end.mutate(undefined)} isPending={end.isPending}>
        {t('end')}
      </Button>
    </div>
  )
}

const hours = [1, 8, 24] as const

function Grant({ asked }: { asked: Open | null }) {
  const t = useTranslations('support')
  const [chosen, setChosen] = useState<(typeof hours)[number]>(1)
  const [mayChange, setMayChange] = useState(false)
  const grant = useSupportDeed(grantSupport)
  const refuse = useSupportDeed(refuseSupport)
  return (
    <div className="flex flex-col gap-4">
      {asked && <p className="rounded-md bg-warn-wash px-4 py-3 text-warn">{t('asks', { reason: asked.reason })}</p>}
      <RadioGroup
        label={t('hours')}
        options={hours.map((id) => ({ id, name: t('hoursOf', { count: id }) }))}
        value={chosen}
        onChange={setChosen}
      />
      <Checkbox isSelected={mayChange} onChange={setMayChange}>
        {t('letChange')}
      </Checkbox>
      <p className="text-sm text-faint">{t('never')}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          look="primary"
          onPress={() => grant.mutate({ hours: chosen, may_change: mayChange })}
          isPending={grant.isPending}
        >
          {t('grant')}
        </Button>
        {asked && (
          <Button onPress={() => refuse.mutate(undefined)} isPending={refuse.isPending}>
            {t('refuse')}
          </Button>
        )}
      </div>
    </div>
  )
}

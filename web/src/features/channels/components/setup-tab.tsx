'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Card } from '@/components/ui/page-header'
import { KeyValues } from '@/components/ui/key-values'
import { Skeleton } from '@/components/ui/skeleton'
import { useCan } from '@/lib/session'
import { channelsQuery, partnersQuery } from '../api'
import type { TabProps } from './types'
import { GoLive } from './go-live'
import { KeyCard } from './key-card'
import { Leave } from './leave'
import { TermsForm } from './terms-form'

/** What is missing, the key, what the channel has to be told, and what was agreed. */
export default function SetupTab({ connection }: TabProps) {
  const mayChange = useCan('setup.plugins')
  const channels = useQuery(channelsQuery)
  const partners = useQuery(partnersQuery)
  const channel = channels.data?.find((one) => one.channel === connection.channel)
  const isKnown = channels.data && partners.data
  return (
    <div className="max-w-3xl space-y-5">
      <GoLive connection={connection} mayChange={mayChange} />
      <KeyCard connection={connection} channel={channel ?? null} mayChange={mayChange} />
      <Facts facts={connection.facts} />
      {mayChange && !isKnown && <Skeleton className="h-96 rounded-xl" />}
      {mayChange && isKnown && channel && (
        <TermsForm key={connection.version} connection={connection} channel={channel} partners={partners.data} />
      )}
      {mayChange && <Leave connection={connection} />}
    </div>
  )
}

function Facts({ facts }: { facts: TabProps['connection']['facts'] }) {
  const t = useTranslations('channels')
  if (facts.length === 0) return null
  return (
    <Card title={t('facts')}>
      <KeyValues
        rows={facts.map(({ name, value }) => [
          name,
          <code key={name} className="text-sm break-all select-all">
            {value}
          </code>,
        ])}
      />
    </Card>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useTitle } from '@/lib/use-title'
import { hubspotQuery } from '../api'
import { ConnectDialog } from './connect-dialog'
import { ConnectionCard } from './connection-card'
import { RefusedCard } from './refused-card'
import { SearchCard } from './search-card'
import { WebhookCard } from './webhook-card'

/** The CRM of whoever hosts: connected, what stands there, and its search. */
export function HubspotScreen() {
  const t = useTranslations('platformHubspot')
  const { data, error, refetch } = useQuery(hubspotQuery)
  const [isConnecting, setConnecting] = useState(false)
  useTitle(t('title'))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')} />
      {!data && <Skeleton className="h-96 rounded-xl" />}
      {data?.state === 'none' && (
        <Card title={t('notConnected')}>
          <p className="max-w-prose text-pretty text-soft">{t('notConnectedText')}</p>
          <Button look="primary" className="mt-4" onPress={() => setConnecting(true)}>
            {t('connect')}
          </Button>
        </Card>
      )}
      {data && data.state !== 'none' && (
        <div className="space-y-5">
          <ConnectionCard crm={data} onConnect={() => setConnecting(true)} />
          {data.refused.length > 0 && <RefusedCard rows={data.refused} />}
          {data.state === 'connected' && <SearchCard />}
          <WebhookCard url={data.webhook_url} />
        </div>
      )}
      {isConnecting && data && <ConnectDialog helpDomain={data.help_domain} onClose={() => setConnecting(false)} />}
    </PageBody>
  )
}

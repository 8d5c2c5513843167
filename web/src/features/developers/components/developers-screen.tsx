'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmedProvider } from '@/components/security/confirmed'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { keysQuery, webhooksQuery } from '../api'
import { EndpointsCard } from './endpoints-card'
import { KeysCard } from './keys-card'

/** What the operator's own programs read with, and where they are told of events. */
export function DevelopersScreen() {
  const t = useTranslations('developers')
  const keys = useQuery(keysQuery)
  const webhooks = useQuery(webhooksQuery)
  const error = keys.error ?? webhooks.error
  const retry = () => void Promise.all([keys.refetch(), webhooks.refetch()])
  return (
    <PageBody>
      <SetupHeader page="developers" title={t('title')} text={t('text')} />
      {keys.data && webhooks.data ? (
        <ConfirmedProvider>
          <div className="space-y-6">
            <KeysCard keys={keys.data} />
            <EndpointsCard webhooks={webhooks.data} />
          </div>
        </ConfirmedProvider>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </PageBody>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { securityQuery } from '@/components/security/api'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useTitle } from '@/lib/use-title'
import { FactorsCard } from './factors-card'
import { PasskeysCard } from './passkeys-card'
import { SessionsCard } from './sessions-card'

/** How the reader signs in at the platform's desk, and where they are signed in. */
export function PlatformSecurityScreen() {
  const t = useTranslations('platform')
  const { data, error, refetch } = useQuery(securityQuery)
  useTitle(t('page_platformSecurity'))
  return (
    <PageBody width="narrow">
      <PageHeader title={t('page_platformSecurity')} />
      {data ? (
        <div className="space-y-6">
          <FactorsCard security={data} />
          <PasskeysCard security={data} />
          <SessionsCard desk={t('title')} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </PageBody>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ActList } from '@/components/platform/act-list'
import { buttonClass } from '@/components/ui/button-class'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { operatorQuery, type Operator } from '../api'
import { HealthCard } from './health-card'
import { HistoryCard } from './history-card'
import { ProfileCard } from './profile-card'
import { StateCard } from './state-card'
import { StatusBadge } from './status-badge'
import { SupportAccessCard } from './support-access-card'

/** One operator: who they are, how they are, and what can be done. `children` are cards of other features. */
export function OperatorScreen({ children }: { children?: ReactNode }) {
  const t = useTranslations('operators')
  const account = Number(useRoute('platformOperator')?.account ?? 0)
  const { data, error, refetch } = useQuery(operatorQuery(account))
  useTitle(data?.row.name ?? t('title'))
  return (
    <PageBody>
      {data ? (
        <Shown operator={data}>{children}</Shown>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </PageBody>
  )
}

function Shown({ operator, children }: { operator: Operator; children?: ReactNode }) {
  const t = useTranslations('operators')
  return (
    <>
      <Head operator={operator} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <ProfileCard operator={operator} />
          <HealthCard operator={operator} />
          {children}
        </div>
        <div className="flex flex-col gap-5">
          <StateCard operator={operator} />
          <SupportAccessCard operator={operator} />
          <HistoryCard operator={operator} />
        </div>
      </div>
      <div className="pt-5">
        <Card title={t('acts')}>
          <ActList label={t('acts')} acts={operator.acts} empty={t('noActs')} />
        </Card>
      </div>
    </>
  )
}

function Head({ operator }: { operator: Operator }) {
  const t = useTranslations('operators')
  return (
    <PageHeader
      title={operator.row.name}
      above={
        <AppLink to="platformOperators" params={{}} className="hover:underline">
          {t('title')}
        </AppLink>
      }
      text={<StatusBadge status={operator.row.status} />}
    >
      <a href={operator.url} target="_blank" rel="noreferrer" className={buttonClass()}>
        <ExternalLink aria-hidden className="size-4" />
        {t('openSite')}
      </a>
    </PageHeader>
  )
}

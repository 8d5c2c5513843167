'use client'
import { useQuery } from '@tanstack/react-query'
import { securityQuery } from '@/components/security/api'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { FactorsCard } from './factors-card'
import { PasskeysCard } from './passkeys-card'
import { PasswordCard } from './password-card'
import { PinCard } from './pin-card'
import { PolicyCard } from './policy-card'
import { SessionsCard } from './sessions-card'
import { SupportCard } from './support-card'

/** How the reader signs in, where they are signed in, and what the operator demands of everybody. */
export function SecurityTab() {
  const { data, error, refetch } = useQuery(securityQuery)
  const setsPolicy = useCan('setup.security')
  const isOwner = useCan('account.close')
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-96" />
  return (
    <>
      <FactorsCard security={data} />
      <PasskeysCard security={data} />
      <PasswordCard email={data.email} />
      <PinCard hasPin={data.has_pin} />
      <SessionsCard />
      {setsPolicy && <PolicyCard />}
      {isOwner && <SupportCard />}
    </>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorState } from '@/components/ui/states'
import { ApiError } from '@/api/client'
import { sessionQuery } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { SigninFrame } from './signin-frame'

/** The bare address of an operator: to the day for who is signed in, to the door for the rest. */
export function HomeRedirect() {
  const { data, error, refetch } = useQuery(sessionQuery)
  const go = useGo()
  const isSignedOut = error instanceof ApiError && error.code === 'unauthenticated'
  useEffect(() => {
    if (data) go('manifest', {}, { replace: true })
  }, [data, go])
  if (error && !isSignedOut) return <ErrorState error={error} onRetry={refetch} />
  return <SigninFrame />
}

'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useGo } from '@/lib/use-go'
import { signOutOfPlatform } from './api'

/** Leave the platform's desk; the door comes next. */
export function useSignOutOfPlatform() {
  const queries = useQueryClient()
  const go = useGo()
  return async () => {
    await signOutOfPlatform()
    queries.clear()
    go('platformSignin', {}, { replace: true })
  }
}

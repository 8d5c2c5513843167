'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { isAgent } from '@/lib/home'
import { useGo } from '@/lib/use-go'
import { accept } from './api'

/** Joins the team and goes on to the day or the desk, or to the sign-in that asks for what is missing. */
export function useAccept(form: UseFormReturn<Record<string, string>>, shown: readonly string[]) {
  const queries = useQueryClient()
  const go = useGo()
  return useMutation({
    mutationFn: accept,
    onSuccess: ({ next, userAvatar }) => {
      queries.clear()
      if (next === 'app') go(isAgent(userAvatar) ? 'desk' : 'manifest', {}, { replace: true })
      else go('signin', {}, { replace: true })
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      for (const [path, messages] of Object.entries(error.fields)) {
        // Fields of the body stand below "person" or "login"; "password" alone is the server's rule.
        const field = path.split('.').at(-1) ?? path
        if (shown.includes(field)) form.setError(field, { type: 'server', message: messages.join(' ') })
      }
    },
  })
}

'use client'
import { useCanForAll, useSession } from '@/lib/session'
import type { Purpose } from './api'

const permissions: Record<Purpose, string> = {
  template: 'crm.manage',
  text_message: 'crm.manage',
  review_answer: 'crm.manage',
  reply: 'crm.send',
  description: 'setup.experiences',
  announcement: 'manifest.view',
}

/** Whether there is an assistant that the reader may ask: otherwise no button is shown. */
export function useHasAssistant(purpose: Purpose): boolean {
  const isThere = useSession()?.featureFlags.assistant === true
  const may = useCanForAll(permissions[purpose])
  return isThere && may
}

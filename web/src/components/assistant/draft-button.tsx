'use client'
import { late } from '@/lib/late'
import type { DraftProps } from './draft-action'
import { useHasAssistant } from './use-assistant'

const DraftAction = late(() => import('./draft-action').then((file) => file.DraftAction))

/** Asks for a draft of an answer, where there is an assistant to ask; without one nothing is loaded. */
export function DraftButton(props: DraftProps) {
  return useHasAssistant('reply') ? <DraftAction {...props} /> : null
}

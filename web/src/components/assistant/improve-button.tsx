'use client'
import { late } from '@/lib/late'
import type { ImproveProps } from './improve-action'
import { useHasAssistant } from './use-assistant'

const ImproveAction = late(() => import('./improve-action').then((file) => file.ImproveAction))

/** Asks for a better wording of a field, where there is an assistant to ask; without one nothing is loaded. */
export function ImproveButton(props: ImproveProps) {
  return useHasAssistant(props.purpose) ? <ImproveAction {...props} /> : null
}

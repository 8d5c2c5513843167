'use client'
import { useTranslations } from 'use-intl'
import type { CallRow } from '@/components/calls/types'
import { Badge } from '@/components/ui/badge'

/** Whether the caller waits for a call; nothing where nobody does. */
export function CallbackBadge({ row }: { row: Pick<CallRow, 'callback'> }) {
  const t = useTranslations('callLines')
  if (row.callback === 'none') return null
  return <Badge tone={row.callback === 'wanted' ? 'warn' : 'good'}>{t(`callback_${row.callback}`)}</Badge>
}

'use client'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { InvoiceRow } from './api'
import { daysLate } from './model'
import { usePlace } from './use-words'

const tones: Record<InvoiceRow['status'], Tone> = {
  unsent: 'neutral',
  sent: 'accent',
  partially_paid: 'warn',
  paid: 'good',
  void: 'neutral',
}

/** Where an invoice stands; one that is late says so before anything else. */
export function InvoiceBadge({ row }: { row: Pick<InvoiceRow, 'status' | 'is_overdue' | 'due_date'> }) {
  const t = useTranslations('invoices')
  const late = daysLate(row, usePlace().today)
  if (late === 0) return <Badge tone={tones[row.status]}>{t(`status_${row.status}`)}</Badge>
  return <Badge tone="bad">{t('lateDays', { count: late })}</Badge>
}

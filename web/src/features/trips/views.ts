import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Condition, SystemView } from '@/components/table/model'
import table from './views.json'

/**
 * The lists people open most, ready from the first day.
 *
 * The dashboard counts what `unpaid`, `review`, `attention`, `unscheduled`, `drafts` and `flagged` show
 * and leads there; tests/backoffice/test_decisions.py holds both to the same number.
 */
export function useTripViews(): SystemView[] {
  const t = useTranslations('trips')
  const common = useTranslations('common')
  return useMemo(() => {
    const titles: Record<string, string> = {
      upcoming: t('view_upcoming'),
      today: t('view_today'),
      all: t('view_all'),
      unpaid: common('balance'),
      review: common('trip_under_review'),
      attention: t('view_attention'),
      unscheduled: t('schedule_unscheduled'),
      drafts: t('view_drafts'),
      flagged: t('view_flagged'),
    }
    return table.map(({ id, sort, filters, columns }) => ({
      id,
      title: titles[id] ?? id,
      sort,
      filters: filters as Condition[],
      ...(columns && { columns: columns.map((key) => ({ key })) }),
    }))
  }, [t, common])
}

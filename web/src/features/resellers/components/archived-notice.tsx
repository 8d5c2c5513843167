'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useCan } from '@/lib/session'
import { useStatus } from '../use-status'
import type { TabProps } from './types'

/** Says that a reseller doesn't sell now, and how they would again. */
export function ArchivedNotice({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const mayManage = useCan('reseller.manage')
  const change = useStatus(reseller)
  if (reseller.status === 'active') return null
  return (
    <div className="pb-5">
      <Notice tone="warn">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>{t(reseller.status === 'archived' ? 'isArchived' : 'isPaused')}</p>
          {mayManage && (
            <Button size="sm" onPress={() => change.mutate('active')} isPending={change.isPending}>
              {t('activate')}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}

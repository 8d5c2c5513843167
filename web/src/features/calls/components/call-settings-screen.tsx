'use client'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { access } from '@/routes/access'
import { NumbersCard } from './numbers-card'
import { RetentionCard } from './retention-card'

/** How calls are kept, and what the numbers are called. */
export function CallSettingsScreen() {
  const t = useTranslations('callSettings')
  return (
    <PageBody>
      <Guard permission={access.callSettings ?? []} fallback={<ScreenSkeleton />}>
        <SetupHeader page="callSettings" title={t('title')} text={t('text')} />
        <div className="flex flex-col gap-5">
          <NumbersCard which="destination" />
          <NumbersCard which="caller" />
          <RetentionCard />
        </div>
      </Guard>
    </PageBody>
  )
}

'use client'
import { useTranslations } from 'use-intl'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { useTitle } from '@/lib/use-title'
import { OperatorsCard } from './operators-card'
import { PlansCard } from './plans-card'
import { SellerCard } from './seller-card'

/** What operators pay: who is late, the plans there are, who sells and at which taxes. */
export function PlatformBillingScreen() {
  const t = useTranslations('platformBilling')
  useTitle(t('title'))
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')} />
      <div className="space-y-6">
        <OperatorsCard />
        <PlansCard />
        <SellerCard />
      </div>
    </PageBody>
  )
}

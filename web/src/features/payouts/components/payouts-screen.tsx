'use client'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { TabLinks } from '@/components/ui/tabs'
import { late } from '@/lib/late'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { Differences } from './differences'
import { LinesTable } from './lines-table'
import { PayoutsTable } from './payouts-table'
import { Sums } from './sums'

const ClosingDialog = late(() => import('./closing-dialog').then((file) => file.ClosingDialog))
const PayoutDetail = late(() => import('./payout-detail').then((file) => file.PayoutDetail), <ScreenSkeleton />)

/** What the gateway paid out to the bank, and what each payout is made of. */
export function PayoutsScreen() {
  return (
    <Guard permission="report.finance" fallback={<ScreenSkeleton />}>
      <Screen />
    </Guard>
  )
}

function Screen() {
  const part = useRoute('payouts')?.part
  return part && part !== 'lines' ? <PayoutDetail gatewayId={part} /> : <Overview isLines={part === 'lines'} />
}

function Overview({ isLines }: { isLines: boolean }) {
  const t = useTranslations('payouts')
  const locale = useLocale()
  const [isClosing, setClosing] = useState(false)
  useTitle(t('title'))
  return (
    <PageBody width="full">
      <PageHeader title={t('title')} text={t('text')}>
        <Button onPress={() => setClosing(true)}>
          <CalendarCheck aria-hidden className="size-4" />
          {t('closing')}
        </Button>
      </PageHeader>
      <Sums />
      <Differences />
      <TabLinks
        label={t('title')}
        current={isLines ? 'lines' : 'payouts'}
        items={[
          { id: 'payouts', label: t('tab_payouts'), href: href('payouts', {}, locale) },
          { id: 'lines', label: t('tab_lines'), href: href('payouts', { part: 'lines' }, locale) },
        ]}
      />
      <div className="pt-5">{isLines ? <LinesTable /> : <PayoutsTable />}</div>
      {isClosing && <ClosingDialog onClose={() => setClosing(false)} />}
    </PageBody>
  )
}

'use client'
import { Gift, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { useOpenCard } from '../use-open-card'
import { CardsTable } from './cards-table'
import { Figures } from './figures'
import { GuessNotice } from './guess-notice'

const NewDialog = late(() => import('./new-dialog').then((file) => file.NewDialog))
const CheckDialog = late(() => import('./check-dialog').then((file) => file.CheckDialog))
const CardDrawer = late(() => import('./card-drawer').then((file) => file.CardDrawer))

export function GiftCardsScreen() {
  return (
    <Guard permission="giftcard.view" fallback={<ScreenSkeleton />}>
      <GiftCards />
    </Guard>
  )
}

/** Every gift card and store credit: what is owed on them, who has them, and new ones. */
function GiftCards() {
  const t = useTranslations('giftCards')
  const [open, setOpen] = useState<'new' | 'check' | null>(null)
  const card = Number(useQueryParam('card')) || null
  const openCard = useOpenCard()
  useTitle(t('title'))
  const mayManage = useCan('giftcard.manage')
  const add = mayManage && (
    <Button look="primary" onPress={() => setOpen('new')}>
      <Gift aria-hidden className="size-4" />
      {t('add')}
    </Button>
  )
  const empty = (
    <EmptyState icon={<Gift aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      {add}
    </EmptyState>
  )
  return (
    <PageBody width="full">
      {mayManage && <AskedNew onAsk={() => setOpen('new')} />}
      <PageHeader title={t('title')} text={t('listText')}>
        <Button onPress={() => setOpen('check')}>
          <ScanLine aria-hidden className="size-4" />
          {t('check')}
        </Button>
        {add}
      </PageHeader>
      <GuessNotice />
      {mayManage && <Figures />}
      <CardsTable empty={empty} />
      {open === 'new' && <NewDialog onClose={() => setOpen(null)} />}
      {open === 'check' && <CheckDialog onClose={() => setOpen(null)} />}
      {card !== null && <CardDrawer key={card} id={card} onClose={() => openCard(null)} />}
    </PageBody>
  )
}

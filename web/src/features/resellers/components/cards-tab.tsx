'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ResellerCard } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { dotted } from '@/lib/isolate'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { cardsQuery, changeCard, removeCard } from '../api'
import type { TabProps } from './types'

const AddCardDialog = late(() => import('./add-card-dialog').then((file) => file.AddCardDialog))
const CardDialog = late(() => import('./card-dialog').then((file) => file.CardDialog))

/** Cards the gateway keeps for a reseller; we know only what tells them apart. */
export default function CardsTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const mayManage = useCan('reseller.manage')
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(cardsQuery(reseller.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 max-w-3xl rounded-xl" />
  const add = mayManage && (
    <Button
      size={data.length ? 'sm' : 'md'}
      look={data.length ? 'secondary' : 'primary'}
      onPress={() => setAdding(true)}
    >
      <Plus aria-hidden className="size-4" />
      {t('addCard')}
    </Button>
  )
  return (
    <div className="max-w-3xl">
      {data.length === 0 ? (
        <EmptyState
          icon={<CreditCard aria-hidden className="size-7" />}
          title={t('noCardsTitle')}
          text={t('noCardsText')}
        >
          {add}
        </EmptyState>
      ) : (
        <Card title={t('tab_cards')} actions={add}>
          <ul className="divide-y">
            {data.map((card) => (
              <Row key={card.id} reseller={reseller} card={card} />
            ))}
          </ul>
        </Card>
      )}
      {isAdding && <AddCardDialog reseller={reseller} isFirst={data.length === 0} onClose={() => setAdding(false)} />}
    </div>
  )
}

/** The cards of a reseller after one was changed, as the server answered them. */
function useCardDeeds({ reseller }: TabProps, card: ResellerCard) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (deed: 'default' | 'remove') =>
      deed === 'remove' ? removeCard(reseller.id, card.id) : changeCard(reseller.id, card.id, { is_default: true }),
    onSuccess: (cards, deed) => {
      queries.setQueryData(cardsQuery(reseller.id).queryKey, cards)
      toast.success(t(deed === 'remove' ? 'cardRemoved' : 'saved'))
    },
    onError: (error) => toast.error(common('failedTitle'), { description: errorText(error) }),
  })
}

function Row({ reseller, card }: TabProps & { card: ResellerCard }) {
  const t = useTranslations('resellers')
  const mayManage = useCan('reseller.manage')
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  const name = t('cardEnding', { brand, last4: card.last4 })
  const date = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <bdi>{card.nickname || name}</bdi>
          {card.is_default && <Badge tone="accent">{t('defaultCard')}</Badge>}
        </p>
        <p className={card.is_expired ? 'text-sm text-bad' : 'text-sm text-faint'}>
          {dotted([card.nickname && name, t(card.is_expired ? 'expired' : 'expires', { date })])}
        </p>
      </div>
      {mayManage && <Deeds reseller={reseller} card={card} name={card.nickname || name} />}
    </li>
  )
}

function Deeds({ reseller, card, name }: TabProps & { card: ResellerCard; name: string }) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const [open, setOpen] = useState<'name' | 'remove' | null>(null)
  const deeds = useCardDeeds({ reseller }, card)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      {!card.is_default && !card.is_expired && (
        <Button size="sm" look="quiet" onPress={() => deeds.mutate('default')}>
          {t('makeDefault')}
        </Button>
      )}
      <Button size="sm" look="quiet" onPress={() => setOpen('name')}>
        {t('nameCard')}
      </Button>
      <Button size="sm" onPress={() => setOpen('remove')}>
        {common('remove')}
      </Button>
      {open === 'name' && <CardDialog reseller={reseller} card={card} onClose={close} />}
      <ConfirmDialog
        title={t('removeCardTitle', { name })}
        isOpen={open === 'remove'}
        onClose={close}
        onConfirm={() => deeds.mutate('remove')}
        confirmLabel={common('remove')}
        isDanger
        isPending={deeds.isPending}
      >
        <p>{t('removeCardText')}</p>
      </ConfirmDialog>
    </div>
  )
}

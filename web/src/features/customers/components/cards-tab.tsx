'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerFull, SavedCard } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { cardsQuery, changeCard, customerQuery } from '../api'

/** Cards the gateway keeps for a person; we know only what tells them apart. */
export function CardsTab({ customer }: { customer: CustomerFull }) {
  const t = useTranslations('customers')
  const { data, error, refetch } = useQuery(cardsQuery(customer.id))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-40" />
  return (
    <Card>
      {data.length === 0 ? (
        <EmptyState icon={<CreditCard aria-hidden />} title={t('noCardsTitle')} text={t('noCardsText')} />
      ) : (
        <ul className="divide-y">
          {data.map((card) => (
            <Row key={card.id} customer={customer.id} card={card} />
          ))}
        </ul>
      )}
    </Card>
  )
}

type Deed = 'makeDefault' | 'remove' | 'restore'

function useCardChange(customer: number, card: number) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (deed: Deed) => changeCard(customer, card, deed),
    onSuccess: ({ data }, deed) => {
      queries.setQueryData(cardsQuery(customer).queryKey, data)
      void queries.invalidateQueries({ queryKey: customerQuery(customer).queryKey })
      if (deed === 'remove') {
        const action = { label: common('undo'), onClick: () => change.mutate('restore') }
        toast.success(t('cardRemoved'), { action })
      }
    },
    onError: (error) => toast.error(common('failedTitle'), { description: errorText(error) }),
  })
  return change
}

function Row({ customer, card }: { customer: number; card: SavedCard }) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const change = useCardChange(customer, card.id)
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 items-center gap-3">
        <CreditCard aria-hidden className="size-5 shrink-0 text-faint" />
        <div>
          <p className="flex flex-wrap items-center gap-2">
            {t('cardEnding', { brand, last4: card.last4 })}
            {card.is_default && <Badge tone="accent">{t('defaultCard')}</Badge>}
          </p>
          <p className={card.is_expired ? 'text-sm text-bad' : 'text-sm text-faint'}>
            {t(card.is_expired ? 'expired' : 'expires', { date: card.exp })}
          </p>
        </div>
      </div>
      <div className="flex gap-2">
        {!card.is_default && !card.is_expired && (
          <Button size="sm" look="quiet" onPress={() => change.mutate('makeDefault')}>
            {t('makeDefault')}
          </Button>
        )}
        <Button size="sm" onPress={() => change.mutate('remove')} isPending={change.isPending}>
          {common('remove')}
        </Button>
      </div>
    </li>
  )
}

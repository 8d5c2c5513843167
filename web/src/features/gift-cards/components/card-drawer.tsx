'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CardFace } from '@/components/gift-cards/card-face'
import { CardStatusBadge } from '@/components/gift-cards/status-badge'
import { Drawer } from '@/components/ui/drawer'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { cardQuery, type GiftCard } from '../api'
import { worthOf, type Deed } from '../model'
import { CardActions } from './card-actions'
import { CardFacts } from './card-facts'
import { CardHistory } from './card-history'
import { CodeLine } from './code-line'

const EditDialog = late(() => import('./edit-dialog').then((file) => file.EditDialog))
const ReloadDialog = late(() => import('./reload-dialog').then((file) => file.ReloadDialog))
const RemoveDialog = late(() => import('./remove-dialog').then((file) => file.RemoveDialog))

/** One card beside the list: what is on it, whose it is, and everything that happened to it. */
export function CardDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTranslations('giftCards')
  const { data, error, refetch } = useQuery(cardQuery(id))
  return (
    <Drawer title={data ? t('cardTitle', { last4: data.last4 }) : t('card')} isOpen onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96" />}
      {data && <Card card={data} onClose={onClose} />}
    </Drawer>
  )
}

function Card({ card, onClose }: { card: GiftCard; onClose: () => void }) {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const session = useSession()
  const [open, setOpen] = useState<Deed | null>(null)
  const mayManage = useCan('giftcard.manage')
  const close = () => setOpen(null)
  const zone = session?.properties.time_zone ?? 'UTC'
  return (
    <div className="space-y-5 pt-1">
      <CardFace
        look={card.style}
        operator={session?.account.name ?? ''}
        amount={worthOf(card)}
        currency={card.currency}
        recipient={card.recipient_name}
        sender={card.sender_name}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="text-2xl font-semibold tabular-nums">{format.money(worthOf(card), card.currency)}</p>
          {card.status === 'pending' && <p className="text-sm text-faint">{t('onceActive')}</p>}
          {card.balance_promo > 0 && (
            <p className="text-sm text-faint">
              {t('ofWhichGiven', { amount: format.money(card.balance_promo, card.currency) })}
            </p>
          )}
        </div>
        <CardStatusBadge status={card.status} />
      </div>
      <CodeLine card={card} />
      {mayManage && <CardActions card={card} onOpen={setOpen} />}
      <CardFacts card={card} zone={zone} />
      <CardHistory card={card} zone={zone} />
      {open === 'edit' && <EditDialog card={card} onClose={close} />}
      {open === 'reload' && <ReloadDialog card={card} onClose={close} />}
      {open === 'remove' && <RemoveDialog card={card} onClose={close} onGone={onClose} />}
    </div>
  )
}

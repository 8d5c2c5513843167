'use client'
import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfferCode } from '@/api/models'
import { Guard } from '@/components/guard'
import { Badge, type Tone } from '@/components/ui/badge'
import { SearchField } from '@/components/ui/search-field'
import { dayIn } from '@/lib/dates'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { archiveOffer, offersQuery, removedOffers, restoreOffer, type NamedOffer } from '../offers/api'
import { offersWith, stateOf } from '../offers/state'
import { useOfferWords } from '../offers/use-offer-words'
import { useRemoval } from '../use-removal'
import { CatalogCard } from './catalog-card'
import { CatalogLine } from './catalog-line'
import { Removed } from './removed'

const OfferDialog = late(() => import('./offer-dialog').then((file) => file.OfferDialog))

const MANY = 8

/** Codes that take something off a booking. */
export default function OffersList() {
  return (
    <Guard permission="offer.manage">
      <Offers />
    </Guard>
  )
}

function Offers() {
  const t = useTranslations('catalog')
  const { data, error, refetch } = useQuery(offersQuery)
  const [text, setText] = useState('')
  const [open, setOpen] = useState<NamedOffer | 'new' | null>(null)
  const removal = useRemoval({ queryKey: offersQuery.queryKey, archive: archiveOffer, restore: restoreOffer })
  const words = useOfferWords()
  const isLong = (data?.length ?? 0) > MANY
  return (
    <>
      <CatalogCard
        title={t('list_offers')}
        text={t('offersText')}
        emptyTitle={t('noOffers')}
        icon={<TicketPercent aria-hidden className="size-6" />}
        items={data && (isLong ? offersWith(data, text) : data)}
        error={error}
        onRetry={() => void refetch()}
        addLabel={t('addOffer')}
        onAdd={() => setOpen('new')}
        above={isLong && <Find text={text} onChange={setText} isEmpty={offersWith(data ?? [], text).length === 0} />}
        row={(offer) => (
          <CatalogLine
            name={offer.code}
            onOpen={() => setOpen(offer)}
            onRemove={() => removal.remove(offer)}
            badges={<State offer={offer} />}
            facts={[offer.internal_name, words(offer)].filter(Boolean).join(' · ')}
          />
        )}
      >
        <Removed queryKey={offersQuery.queryKey} read={removedOffers} removal={removal} />
      </CatalogCard>
      {open && <OfferDialog offer={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Find({ text, onChange, isEmpty }: { text: string; onChange: (text: string) => void; isEmpty: boolean }) {
  const t = useTranslations('catalog')
  return (
    <div className="mb-4 space-y-3">
      <SearchField label={t('findOffer')} value={text} onChange={onChange} autoFocus={false} />
      {isEmpty && <p className="text-sm text-soft">{t('foundNoOffer')}</p>}
    </div>
  )
}

const tones: Partial<Record<ReturnType<typeof stateOf>, Tone>> = { available: 'good', used: 'warn', over: 'warn' }

function State({ offer }: { offer: OfferCode }) {
  const t = useTranslations('catalog')
  const state = stateOf(offer, dayIn(useSession()?.properties.time_zone ?? 'UTC'))
  const words = state === 'over' ? t('over') : state === 'archived' ? t('removed') : t(`offerState_${state}`)
  return (
    <>
      <Badge tone={tones[state]}>{words}</Badge>
      {offer.is_auto_apply && <Badge tone="accent">{t('offerAutoBadge')}</Badge>}
    </>
  )
}

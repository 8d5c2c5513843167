'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ReorderList } from '@/components/ui/reorder-list'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { late } from '@/lib/late'
import { fullName } from '@/lib/names'
import { useCan, useCanForAll } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import type { Slot } from '../model'
import {
  offerSeats,
  removeEntry,
  reorderEntries,
  waitlistQuery,
  type Waitlist,
  type WaitlistEntry,
} from '../waitlist-api'
import { Part } from './drawer-part'

const WaitlistDialog = late(() => import('./waitlist-dialog').then((file) => file.WaitlistDialog))

type Props = { slot: Slot; zone: string }

/** Who waits for a departure, what that is worth, and whose turn it is. */
export function WaitlistPart({ slot, zone }: Props) {
  const t = useTranslations('calendar')
  const maySee = useCanForAll('trip.view')
  const mayAdd = useCan('trip.create')
  const [isAdding, setAdding] = useState(false)
  const { data } = useQuery({ ...waitlistQuery(slot.id), enabled: maySee })
  const isFull = slot.capacity !== null && slot.booked_pax_cnt + slot.held_pax_cnt >= slot.capacity
  if (!data || (data.party_cnt === 0 && (!data.is_on || !isFull))) return null
  return (
    <Part title={t('waitlist')}>
      <div className="space-y-3">
        <Summary list={data} />
        {data.party_cnt > 0 && <Line list={data} slot={slot} zone={zone} />}
        {mayAdd && data.is_on && slot.status !== 'cancelled' && (
          <Button size="sm" onPress={() => setAdding(true)}>
            <UserPlus aria-hidden className="size-4" />
            {t('waitlistAdd')}
          </Button>
        )}
      </div>
      {isAdding && <WaitlistDialog slot={slot} onClose={() => setAdding(false)} />}
    </Part>
  )
}

function Summary({ list }: { list: Waitlist }) {
  const t = useTranslations('calendar')
  const format = useFormat()
  if (list.party_cnt === 0) return <p className="text-sm text-soft">{t('waitlistEmpty')}</p>
  return (
    <p className="text-sm text-soft">
      {t('waitlistSum', {
        count: list.party_cnt,
        guests: list.pax_cnt,
        amount: format.money(list.worth, list.currency),
      })}
    </p>
  )
}

/** Saves a change of the list; what it answers is the list, and seats elsewhere are read again. */
function useChange<T>(timeslot: number, change: (value: T) => Promise<Waitlist>) {
  const t = useTranslations('calendar')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast.success(t('saved')),
    onError: (error) => toast.error(t('notSaved'), { description: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['calendar'] }),
    scope: { id: `waitlist-${timeslot}` },
  })
}

function Line({ list, slot, zone }: Props & { list: Waitlist }) {
  const t = useTranslations('calendar')
  const mayEdit = useCan('trip.edit')
  const reorder = useChange(slot.id, (ids: number[]) => reorderEntries(slot.id, ids))
  const items = list.data.map((entry) => ({ ...entry, name: fullName(entry) }))
  return (
    <ReorderList
      label={t('waitlist')}
      items={items}
      isDisabled={!mayEdit || reorder.isPending || items.length < 2}
      onReorder={(ids) => reorder.mutate(ids)}
      row={(entry) => <Row entry={entry} name={entry.name} currency={list.currency} slot={slot} zone={zone} />}
    />
  )
}

type RowProps = Props & { entry: WaitlistEntry; name: string; currency: string }

function Row({ entry, name, currency, slot, zone }: RowProps) {
  const t = useTranslations('calendar')
  const format = useFormat()
  const isOffered = entry.status === 'offered'
  const guests = format.shortList(entry.guests.map((one) => `${format.number(one.qty)} × ${isolate(one.name)}`))
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">
          <bdi>{name}</bdi>
        </span>
        {isOffered && <Badge tone="good">{t('waitlistOffered')}</Badge>}
        {entry.flexibility !== 'departure' && <Badge tone="neutral">{t(`waitlist_${entry.flexibility}`)}</Badge>}
        <span className="ms-auto text-sm tabular-nums">{format.money(entry.worth, currency)}</span>
      </div>
      <p className="text-sm text-soft">
        <bdi>{guests}</bdi>
        <span className="block break-all">
          <bdi>{entry.email}</bdi>
        </span>
        {entry.reseller_name && (
          <span className="block">
            <bdi>{entry.reseller_name}</bdi>
          </span>
        )}
        {entry.offer_ends_at && (
          <span className="block">{t('waitlistUntil', { time: format.instant(entry.offer_ends_at, zone) })}</span>
        )}
      </p>
      <Deeds entry={entry} name={name} slot={slot} isOffered={isOffered} />
    </div>
  )
}

function Deeds({ entry, name, slot, isOffered }: Pick<RowProps, 'entry' | 'name' | 'slot'> & { isOffered: boolean }) {
  const t = useTranslations('calendar')
  const mayEdit = useCan('trip.edit')
  const offer = useChange(slot.id, () => offerSeats(entry.id, slot.id))
  const remove = useChange(slot.id, () => removeEntry(entry.id))
  if (!mayEdit) return null
  return (
    <div className="flex flex-wrap gap-2">
      {!isOffered && (
        <Button
          size="sm"
          isPending={offer.isPending}
          onPress={() => offer.mutate(undefined)}
          aria-label={t('waitlistOfferTo', { name })}
        >
          {t('waitlistOffer')}
        </Button>
      )}
      <Button
        size="sm"
        look="quiet"
        isPending={remove.isPending}
        onPress={() => remove.mutate(undefined)}
        aria-label={t('waitlistRemoveWho', { name })}
      >
        {t('waitlistRemove')}
      </Button>
    </div>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { Tag, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Button, IconButton } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { offersQuery } from '../closing'
import { useCodes, useDiscounts } from '../use-reductions'
import { useSale } from '../use-sale'

const DiscountDialog = late(() => import('./discount-dialog').then((file) => file.DiscountDialog))
const CompDialog = late(() => import('./comp-dialog').then((file) => file.CompDialog))

/** What makes it cheaper: codes, a discount with its reason, an order on the house. */
export function Reductions() {
  const t = useTranslations('sell')
  const mayCode = useCan('offer.apply')
  const mayReprice = useCan('booking.reprice')
  const mayComp = useCan('booking.comp')
  const { trip } = useSale()
  const [open, setOpen] = useState<'discount' | 'comp' | null>(null)
  if (!trip) return null
  return (
    <div className="space-y-3 border-t pt-4">
      <Taken trip={trip} />
      {mayCode && <CodeForm />}
      {mayCode && trip.id !== null && <Offers trip={trip.id} version={trip.version} />}
      <div className="flex flex-wrap gap-2">
        {mayReprice && (
          <Button size="sm" onPress={() => setOpen('discount')}>
            {t('discount')}
          </Button>
        )}
        {mayComp && trip.tripOrders.length > 0 && (
          <Button size="sm" onPress={() => setOpen('comp')}>
            {t('comp')}
          </Button>
        )}
      </div>
      {open === 'discount' && <DiscountDialog trip={trip} onClose={() => setOpen(null)} />}
      {open === 'comp' && <CompDialog trip={trip} onClose={() => setOpen(null)} />}
    </div>
  )
}

function CodeForm() {
  const t = useTranslations('sell')
  const [code, setCode] = useState('')
  const { addCode } = useCodes()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) addCode.mutate(code.trim(), { onSuccess: () => setCode('') })
  }
  return (
    <>
      <form onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label={t('code')}
          value={code}
          onChange={(text) => {
            setCode(text)
            addCode.reset()
          }}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          error={addCode.error?.message}
          className="min-w-0 grow"
        />
        {!addCode.error && (
          <Button type="submit" className="min-h-11" isPending={addCode.isPending}>
            {t('apply')}
          </Button>
        )}
      </form>
    </>
  )
}

/** What has come off already, each to be put back. */
function Taken({ trip }: { trip: TripFull }) {
  const { dropCode } = useCodes()
  const { dropDiscount } = useDiscounts()
  const rows = [
    ...trip.offerCodes.map(({ id, code, public_description }) => ({
      key: `code-${id}`,
      name: code,
      note: public_description,
      drop: () => dropCode.mutate(id),
    })),
    ...trip.adjustments.map(({ id, label, reason }) => ({
      key: `by-hand-${id}`,
      name: label,
      note: reason,
      drop: () => dropDiscount.mutate(id),
    })),
  ]
  return rows.map(({ key, name, note, drop }) => <TakenRow key={key} {...{ name, note }} onDrop={drop} />)
}

function TakenRow({ name, note, onDrop }: { name: string; note: string; onDrop: () => void }) {
  const t = useTranslations('sell')
  return (
    <p className="flex items-center gap-2 text-sm">
      <Tag aria-hidden className="size-4 shrink-0 text-good" />
      <span className="shrink-0 font-medium">{name}</span>
      <span className="min-w-0 grow truncate text-soft">{note}</span>
      <IconButton label={t('dropCode', { code: name })} onPress={onDrop}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </p>
  )
}

const most = 3

/** Codes nobody has to know by heart, with what each would save. */
function Offers({ trip, version }: { trip: number; version: number }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { trip: whole } = useSale()
  const { addCode } = useCodes()
  const { data = [] } = useQuery(offersQuery(trip, version))
  const open = data.filter((offer) => !whole?.offerCodes.some((one) => one.id === offer.id)).slice(0, most)
  if (!whole || open.length === 0) return null
  return (
    <div role="group" aria-label={t('offers')} className="flex flex-wrap gap-2">
      {open.map((offer) => (
        <Button key={offer.id} size="sm" isPending={addCode.isPending} onPress={() => addCode.mutate(offer.code)}>
          {offer.code}
          <span className="text-good tabular-nums">{format.money(-offer.saving_amount, whole.currency)}</span>
        </Button>
      ))}
    </div>
  )
}

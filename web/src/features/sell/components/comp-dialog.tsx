'use client'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { useComp } from '../use-reductions'

/** Which orders of the trip are on the house; taking the tick out brings their prices back. */
export function CompDialog({ trip, onClose }: { trip: TripFull; onClose: () => void }) {
  const t = useTranslations('sell')
  const errorText = useErrorText()
  const comp = useComp()
  const orders = trip.tripOrders.filter((order) => order.status === 'active')
  const [chosen, setChosen] = useState(orders.filter((order) => order.is_comped).map((order) => String(order.id)))
  const [reason, setReason] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const turned = orders.filter((order) => order.is_comped !== chosen.includes(String(order.id)))
    const of = (is_comped: boolean) => turned.filter((one) => one.is_comped !== is_comped).map((one) => one.id)
    try {
      for (const is_comped of [true, false])
        await comp.mutateAsync({ orders: of(is_comped), is_comped, reason: reason.trim() })
      onClose()
    } catch {
      return // told below
    }
  }
  const footer = (
    <Button look="primary" type="submit" form="sale-comp" isPending={comp.isPending}>
      {t('apply')}
    </Button>
  )
  return (
    <Dialog title={t('comp')} isOpen onClose={onClose} size="sm" footer={footer}>
      <form id="sale-comp" onSubmit={(event) => void submit(event)} className="space-y-4">
        <CheckboxGroup
          label={t('compWhich')}
          options={orders.map((order) => ({ id: String(order.id), name: order.experience.name }))}
          value={chosen}
          onChange={setChosen}
        />
        <TextField label={t('reason')} value={reason} onChange={setReason} maxLength={200} isRequired />
        {comp.error && <Notice tone="bad">{errorText(comp.error)}</Notice>}
      </form>
    </Dialog>
  )
}

'use client'
import { useQueryClient } from '@tanstack/react-query'
import { CrewDialog } from '@/components/guides/crew-dialog'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { tripQuery } from '../../api'
import { useOrder, useTrip } from '../../trip-context'
import type { DialogProps } from '../types'

/** Who guides the departure of an order. */
export function GuidesDialog({ what, onClose }: DialogProps<'guides'>) {
  const format = useFormat()
  const queries = useQueryClient()
  const { id } = useTrip()
  const order = useOrder(what.order)
  if (!order?.timeslot) return null
  const { date, start_time } = order.timeslot
  const close = () => {
    void queries.invalidateQueries({ queryKey: tripQuery(id).queryKey, exact: true })
    onClose()
  }
  return (
    <CrewDialog
      timeslot={order.timeslot.id}
      title={`${isolate(order.experience.name)}, ${format.day(date, 'short')}, ${format.time(start_time)}`}
      onClose={close}
    />
  )
}

'use client'
import { ExtrasDrawer } from '@/features/trip/components/dialogs/extras-drawer'
import { OrderFieldsDialog, TripFieldsDialog } from '@/features/trip/components/dialogs/fields-dialog'
import { TripContext } from '@/features/trip/trip-context'
import { useDesk } from '../use-desk'

type Props = { onClose: () => void } & ({ kind: 'fields' } | { kind: 'extras' | 'orderFields'; order: number })

/** The trip page's own window for it, over the trip that is being made. */
export function ExtrasWindow({ onClose, ...what }: Props) {
  const desk = useDesk()
  if (!desk) return null
  return (
    <TripContext value={desk}>
      {what.kind === 'extras' && <ExtrasDrawer what={{ kind: 'extras', order: what.order }} onClose={onClose} />}
      {what.kind === 'orderFields' && (
        <OrderFieldsDialog what={{ kind: 'orderFields', order: what.order }} onClose={onClose} />
      )}
      {what.kind === 'fields' && <TripFieldsDialog what={{ kind: 'fields' }} onClose={onClose} />}
    </TripContext>
  )
}

'use client'
import { ExtrasDrawer } from '@/features/trip/components/dialogs/extras-drawer'
import { FieldsDialog } from '@/features/trip/components/dialogs/fields-dialog'
import { TripContext } from '@/features/trip/trip-context'
import { useDesk } from '../use-desk'

type Props = { kind: 'extras' | 'orderFields'; order: number; onClose: () => void }

/** The trip page's own window for it, over the trip that is being made. */
export function ExtrasWindow({ kind, order, onClose }: Props) {
  const desk = useDesk()
  if (!desk) return null
  return (
    <TripContext value={desk}>
      {kind === 'extras' ? (
        <ExtrasDrawer what={{ kind, order }} onClose={onClose} />
      ) : (
        <FieldsDialog what={{ kind, order }} onClose={onClose} />
      )}
    </TripContext>
  )
}

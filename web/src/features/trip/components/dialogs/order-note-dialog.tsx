'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { withOrder } from '../../model'
import { send } from '../../send'
import { useOrder } from '../../trip-context'
import type { Change, Order } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'

/** What to keep in mind about an order; guides read it on the manifest. */
export function OrderNoteDialog({ what, onClose }: DialogProps<'orderNote'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} onClose={onClose} />
}

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const [note, setNote] = useState(order.note)
  const put = (text: string): Change => ({
    send: ({ version }) =>
      send('/api/tripOrder/{tripOrder}/note/save', { tripOrder: order.id }, { note: text, version }),
    guess: (trip) => withOrder(trip, order.id, (one) => ({ ...one, note: text })),
  })
  return (
    <DeedDialog
      title={t('orderNote')}
      label={common('save')}
      isDisabled={note.trim() === order.note}
      onClose={onClose}
      shown={['note']}
      change={() => ({ ...put(note.trim()), done: t('saved'), undo: put(order.note) })}
    >
      {(wrong) => (
        <TextField
          label={t('orderNote')}
          isLabelHidden
          value={note}
          onChange={setNote}
          error={wrong('note')}
          hint={t('orderNoteHint')}
          rows={4}
          maxLength={2000}
          autoFocus
        />
      )}
    </DeedDialog>
  )
}

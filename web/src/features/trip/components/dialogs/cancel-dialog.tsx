'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { cancelPreviewQuery } from '../../api'
import { cancelReasons } from '../../reasons'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Order } from '../../types'
import type { DialogProps } from '../trip-dialogs'
import { CancelPreview } from './cancel-preview'
import { DeedDialog } from './deed-dialog'
import { Notify } from './parts'

const modes = ['policy', 'full', 'none'] as const

type Draft = { reason: (typeof cancelReasons)[number]; mode: (typeof modes)[number]; notify: boolean; note: string }

/** Cancel an order: why, what is kept, what goes back and how, and whether the guest is told. */
export function CancelDialog({ what, onClose }: DialogProps<'cancel'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} onClose={onClose} />
}

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  const [draft, setDraft] = useState<Draft>({ reason: 'customer', mode: 'policy', notify: true, note: '' })
  const { reason, mode, notify, note } = draft
  const preview = useQuery(cancelPreviewQuery(order.id, trip.version, reason, mode))
  const refund = { mode, preview_token: mode === 'none' ? null : preview.data?.preview.preview_token }
  const body = { reason, notify, note: notify ? note.trim() : '', refund }
  return (
    <DeedDialog
      title={t('cancelTitle', { what: order.experience.name })}
      label={t('cancelOrder')}
      look="destroy"
      isDisabled={!preview.data || preview.isPlaceholderData}
      onClose={onClose}
      shown={['note']}
      change={() => ({
        send: ({ version }) => send('/api/tripOrder/{tripOrder}/cancel', { tripOrder: order.id }, { ...body, version }),
        done: t('done_cancelled', { what: order.experience.name }),
      })}
    >
      <Choices draft={draft} onChange={setDraft} />
      <CancelPreview order={order} preview={preview} />
      <Notify value={notify} onChange={(on) => setDraft({ ...draft, notify: on })} />
      {notify && (
        <TextField
          label={t('cancelNote')}
          value={note}
          onChange={(text) => setDraft({ ...draft, note: text })}
          rows={2}
          maxLength={2000}
        />
      )}
    </DeedDialog>
  )
}

function Choices({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const t = useTranslations('trip')
  return (
    <>
      <Select
        label={t('cancelWhy')}
        options={cancelReasons.map((id) => ({ id, name: t(`why_${id}`) }))}
        value={draft.reason}
        onChange={(reason) => onChange({ ...draft, reason })}
      />
      <RadioGroup
        label={t('refundHow')}
        options={modes.map((id) => ({ id, name: t(`refund_${id}`) }))}
        value={draft.mode}
        onChange={(mode) => onChange({ ...draft, mode })}
      />
    </>
  )
}

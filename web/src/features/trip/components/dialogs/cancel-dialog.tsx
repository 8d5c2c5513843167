'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { cancelPreviewQuery } from '../../api'
import { cancelReasons } from '../../reasons'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Order } from '../../types'
import type { DialogProps } from '../types'
import { CancelPreview } from './cancel-preview'
import { DeedDialog } from './deed-dialog'
import { openForCash } from '@/components/printing/cash-drawer'
import { HandBack, type ByHand } from './hand-back'
import { Notify } from './parts'

const modes = ['policy', 'full', 'none'] as const

type Draft = {
  reason: (typeof cancelReasons)[number]
  mode: (typeof modes)[number]
  byHand: ByHand
  notify: boolean
  note: string
}

const first: Draft = { reason: 'customer', mode: 'policy', byHand: 'now', notify: true, note: '' }

/** Cancel an order: why, what is kept, what goes back and how, and whether the guest is told. */
export function CancelDialog({ what, onClose }: DialogProps<'cancel'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} rest={what.rest ?? none} isNext={!!what.isNext} onClose={onClose} />
}

const none: number[] = []

type FormProps = { order: Order; rest: number[]; isNext: boolean; onClose: () => void }

/** Cash that went back by it is taken out of the drawer, where there was some. */
async function cancel(tripOrder: number, body: { version: number; refund: { by_hand: ByHand } }) {
  const answer = await send('/api/tripOrder/{tripOrder}/cancel', { tripOrder }, body)
  if (body.refund.by_hand === 'now') openForCash()
  return answer
}

function Form({ order, rest, isNext, onClose }: FormProps) {
  const t = useTranslations('trip')
  const { trip, open } = useTrip()
  const [draft, setDraft] = useState(first)
  const { reason, mode, byHand, notify, note } = draft
  const preview = useQuery(cancelPreviewQuery(order.id, trip.version, reason, mode))
  const token = mode === 'none' ? null : preview.data?.preview.preview_token
  const refund = { mode, by_hand: byHand, preview_token: token }
  // What goes back for an order depends on the ones before it: each is asked about by itself.
  const [next, ...later] = rest
  const body = { reason, notify, note: notify ? note.trim() : '', refund }
  return (
    <DeedDialog
      title={t('cancelTitle', { what: order.experience.name })}
      label={t('cancelOrder')}
      look="destroy"
      isDisabled={!preview.data || preview.isPlaceholderData}
      onClose={onClose}
      onDone={next === undefined ? onClose : () => open({ kind: 'cancel', order: next, rest: later, isNext: true })}
      shown={['note']}
      change={() => ({
        send: ({ version }) => cancel(order.id, { ...body, version }),
        done: t('done_cancelled', { what: order.experience.name }),
      })}
    >
      <Step key={order.id} left={rest.length} isNext={isNext} />
      <Choices draft={draft} onChange={setDraft} />
      <CancelPreview order={order} preview={preview} isGiven={mode !== 'none'} />
      {mode !== 'none' && preview.data && (
        <HandBack
          plan={preview.data.preview.plan}
          value={byHand}
          onChange={(to) => setDraft({ ...draft, byHand: to })}
        />
      )}
      <Notify value={notify} onChange={(on) => setDraft({ ...draft, notify: on })} />
      {notify && <Note value={note} onChange={(to) => setDraft({ ...draft, note: to })} />}
    </DeedDialog>
  )
}

/** How many orders follow; one that follows begins at the top, away from the button that did the one before. */
function Step({ left, isNext }: { left: number; isNext: boolean }) {
  const t = useTranslations('trip')
  const begin = (node: HTMLDivElement | null) => {
    if (!isNext || !node) return
    node.focus()
    node.scrollIntoView({ block: 'nearest' })
  }
  if (left === 0 && !isNext) return null
  return (
    <div ref={begin} tabIndex={-1} className="outline-none">
      <Notice tone="info">{left > 0 ? t('cancelNext', { count: left }) : t('cancelLast')}</Notice>
    </div>
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

function Note({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const t = useTranslations('trip')
  return <TextField label={t('cancelNote')} value={value} onChange={onChange} rows={2} maxLength={2000} />
}

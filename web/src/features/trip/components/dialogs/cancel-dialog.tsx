'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { cancelPreviewQuery } from '../../api'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Order } from '../../types'
import type { DialogProps } from '../trip-dialogs'
import { DeedDialog } from './deed-dialog'
import { Notify, Sums } from './parts'

const reasons = ['customer', 'weather', 'operator', 'duplicate', 'noshow', 'channel', 'other'] as const
type Why = (typeof reasons)[number]
const modes = ['policy', 'full', 'credit', 'none'] as const
type Mode = (typeof modes)[number]

/** Cancel an order: why, what is kept, what goes back and how, and whether the guest is told. */
export function CancelDialog({ what, onClose }: DialogProps<'cancel'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} onClose={onClose} />
}

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const [reason, setReason] = useState<Why>('customer')
  const [mode, setMode] = useState<Mode>('policy')
  const [notify, setNotify] = useState(true)
  const at = { tripOrder: order.id }
  const preview = usePreview(order, reason, mode)
  const refund = { mode, preview_token: preview.data?.preview_token }
  return (
    <DeedDialog
      title={t('cancelTitle', { what: order.experience.name })}
      label={t('cancelOrder')}
      look="destroy"
      isDisabled={!preview.data}
      onClose={onClose}
      change={() => ({
        send: ({ version }) => send('/api/tripOrder/{tripOrder}/cancel', at, { reason, notify, refund, version }),
        done: t('done_cancelled', { what: order.experience.name }),
      })}
    >
      <Select
        label={t('cancelWhy')}
        options={reasons.map((id) => ({ id, name: t(`why_${id}`) }))}
        value={reason}
        onChange={setReason}
      />
      <RadioGroup
        label={t('refundHow')}
        options={modes.map((id) => ({ id, name: t(`refund_${id}`) }))}
        value={mode}
        onChange={setMode}
      />
      <Preview order={order} preview={preview} />
      <Notify value={notify} onChange={setNotify} />
    </DeedDialog>
  )
}

function usePreview(order: Order, reason: Why, mode: Mode) {
  const { trip } = useTrip()
  return useQuery(cancelPreviewQuery(order.id, trip.version, reason, mode))
}

/** What is kept and what goes back, computed by the policy the guest agreed to. */
function Preview({ order, preview }: { order: Order; preview: ReturnType<typeof usePreview> }) {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { data, error } = preview
  if (error) return <Notice tone="bad">{errorText(error)}</Notice>
  if (!data) return <Skeleton className="h-28" />
  return (
    <>
      <Sums
        rows={[
          { label: t('orderCosts'), amount: order.totals.total },
          { label: t('kept'), amount: data.keep },
          { label: t('goesBack'), amount: data.refund, isStrong: true },
          { label: t('balanceAfter'), amount: data.balance },
        ]}
      />
      {order.cancellation && (
        <p className="text-sm text-faint">{t('byPolicy', { name: order.cancellation.policy_name })}</p>
      )}
      {data.warnings.map((one) => (
        <Notice key={one.code} tone="warn">
          {one.message}
        </Notice>
      ))}
    </>
  )
}

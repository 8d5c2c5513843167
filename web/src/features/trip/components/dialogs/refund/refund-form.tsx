'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/lib/use-format'
import { cancelReasons } from '../../../reasons'
import { asPlanned, atReader, offeredRefund, sumOf, type RefundAnswer, type RefundDraft } from '../../../refund'
import { useTrip } from '../../../trip-context'
import type { Payment } from '../../../types'
import { useRefund } from '../../../use-refund'
import { DeedDialog } from '../deed-dialog'
import { KeptPart } from './kept-part'
import { PlanPart } from './plan-part'
import { ScopePart } from './scope-part'
import { TargetPart } from './target-part'

export type RefundFormProps = {
  draft: RefundDraft
  /** The one payment it is about; null for all. */
  only: Payment | null
  /** All that could go back, in minor units. */
  whole: number
  onChange: (draft: RefundDraft) => void
  onAnswer: (answer: RefundAnswer) => void
  onClose: () => void
}

/** Codes after which something else would go back than was shown. */
const outdated = ['refund_changed', 'refund_exceeds', 'changed_meanwhile', 'stale_version']

/** A refund as it is put together; what would go back is worked out anew with every choice. */
export function RefundForm({ draft: chosen, only, whole, onChange, onAnswer, onClose }: RefundFormProps) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const draft = offeredRefund(chosen, trip.tripOrders)
  const { preview, plan, left, change } = useRefund(draft, only, onAnswer)
  const [isChanged, setChanged] = useState(false)
  const sum = sumOf(plan)
  const isKnown = only !== null || (!!preview.data && !preview.isPlaceholderData)
  const needsReader = atReader(plan, draft).length > 0
  const refused = (error: ApiError | null) => {
    setChanged(error !== null && outdated.includes(error.code))
    if (!only) void preview.refetch()
  }
  return (
    <DeedDialog
      title={t('refundTitle')}
      label={t('refundDo', { amount: format.money(sum, trip.currency) })}
      look="destroy"
      size="lg"
      isDisabled={!isKnown || sum <= 0 || (needsReader && !draft.reader)}
      onClose={onClose}
      onError={refused}
      onDone={() => {}}
      shown={['reason', 'note']}
      change={change}
    >
      {isChanged && <Notice tone="warn">{t('refundChanged')}</Notice>}
      <WhyPart draft={draft} onChange={onChange} />
      {!only && <ScopePart draft={draft} whole={whole} onChange={onChange} />}
      {!only && <KeptPart draft={draft} preview={preview} onChange={onChange} />}
      <PlanPart plan={plan} isSource={draft.target === 'source'} left={left} draft={draft} onChange={onChange} />
      <TargetPart draft={draft} needsReader={needsReader} onChange={onChange} />
    </DeedDialog>
  )
}

function WhyPart({ draft, onChange }: Pick<RefundFormProps, 'draft' | 'onChange'>) {
  const t = useTranslations('money')
  return (
    <Select
      label={t('refundWhy')}
      options={cancelReasons.map((id) => ({ id, name: t(`why_${id}`) }))}
      value={draft.reason}
      onChange={(reason) => onChange({ ...draft, reason, ...asPlanned() })}
    />
  )
}

'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { MoneyField } from '@/components/ui/money-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { moveCash, type CashMove, type CashShift } from '../api'
import { DeedDialog } from './deed-dialog'

const moves = ['drop', 'paid_in', 'paid_out'] as const

/** Cash that goes in or out without a guest, and why. */
export function MoveDialog({ shift, currency, onClose }: { shift: CashShift; currency: string; onClose: () => void }) {
  const t = useTranslations('cash')
  const [kind, setKind] = useState<CashMove['kind']>('drop')
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      title={t('move')}
      label={t(`do_${kind}`)}
      isReady={!!amount && reason.trim() !== ''}
      act={() => moveCash(shift.id, { version: shift.version, kind, amount: amount ?? 0, currency, reason })}
      onClose={onClose}
    >
      <RadioGroup
        label={t('what')}
        options={moves.map((id) => ({ id, name: t(`do_${id}`), note: t(`note_${id}`) }))}
        value={kind}
        onChange={setKind}
      />
      <MoneyField label={t('amount')} currency={currency} value={amount} onChange={setAmount} minValue={0} />
      <TextField label={t('reason')} value={reason} onChange={setReason} maxLength={300} />
    </DeedDialog>
  )
}

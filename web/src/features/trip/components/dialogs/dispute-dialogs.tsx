'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { useFormat } from '@/lib/use-format'
import { findDispute } from '../../disputes'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { Dispute } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason } from './parts'

type Props = { dispute: Dispute; onClose: () => void }

/** What the operator says to the guest's bank, with the evidence pack: kept for later, or for good. */
export function DisputeAnswerDialog({ what, onClose }: DialogProps<'disputeAnswer'>) {
  const dispute = findDispute(useTrip().trip, what.dispute)
  return dispute && <Answer dispute={dispute} onClose={onClose} />
}

function Answer({ dispute, onClose }: Props) {
  const t = useTranslations('money')
  const [statement, setStatement] = useState('')
  const [isFinal, setFinal] = useState(true)
  const body = { statement: statement.trim(), is_final: isFinal }
  return (
    <DeedDialog
      title={t('answerTitle')}
      label={t(isFinal ? 'answerSend' : 'answerKeep')}
      onClose={onClose}
      shown={['statement']}
      change={() => ({
        send: () => send('/api/payments/dispute/{dispute}/answer', { dispute: dispute.id }, body),
        done: t(isFinal ? 'done_answered' : 'done_answerKept'),
      })}
    >
      {(wrong) => (
        <>
          <p className="text-pretty text-soft">{t('answerText')}</p>
          <TextField
            label={t('statement')}
            hint={t('statementHint')}
            value={statement}
            onChange={setStatement}
            error={wrong('statement')}
            rows={6}
            maxLength={10_000}
            autoFocus
          />
          <Switch isSelected={isFinal} onChange={setFinal} hint={t('answerFinalHint')}>
            {t('answerFinal')}
          </Switch>
        </>
      )}
    </DeedDialog>
  )
}

/** The bank is right: the guest keeps the money, and the trip owes it again. */
export function DisputeAcceptDialog({ what, onClose }: DialogProps<'disputeAccept'>) {
  const dispute = findDispute(useTrip().trip, what.dispute)
  return dispute && <Accept dispute={dispute} onClose={onClose} />
}

function Accept({ dispute, onClose }: Props) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const [reason, setReason] = useState('')
  const amount = format.money(dispute.amount, trip.currency)
  return (
    <DeedDialog
      title={t('acceptTitle')}
      label={t('accept')}
      look="destroy"
      isDisabled={!reason.trim()}
      onClose={onClose}
      change={() => ({
        send: () => send('/api/payments/dispute/{dispute}/accept', { dispute: dispute.id }, { reason: reason.trim() }),
        done: t('done_accepted'),
      })}
    >
      {(wrong) => (
        <>
          <Notice tone="warn">{t('acceptText', { amount })}</Notice>
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired autoFocus />
        </>
      )}
    </DeedDialog>
  )
}

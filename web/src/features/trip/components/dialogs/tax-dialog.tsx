'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason, Sums } from './parts'

/** Free the trip of taxes with the certificate that says so, or charge them again. */
export function TaxDialog({ onClose }: DialogProps<'tax'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const isExempt = trip.is_tax_exempt
  const [certificate, setCertificate] = useState(trip.tax_certificate)
  const [reason, setReason] = useState('')
  const toggle = (is_tax_exempt: boolean) => ({
    send: ({ version }: { version: number }) =>
      send(
        '/api/trip/{trip}/tax/toggle',
        { trip: id },
        { is_tax_exempt, certificate: certificate.trim(), reason: reason.trim(), version },
      ),
  })
  return (
    <DeedDialog
      title={t(isExempt ? 'taxOn' : 'taxOff')}
      label={t(isExempt ? 'taxOn' : 'taxOff')}
      isDisabled={!reason.trim()}
      onClose={onClose}
      shown={['reason', 'certificate']}
      change={() => ({ ...toggle(!isExempt), done: t('saved'), undo: toggle(isExempt) })}
    >
      {(wrong) => (
        <>
          <p className="text-soft">{t(isExempt ? 'taxOnText' : 'taxOffText')}</p>
          {!isExempt && <Certificate value={certificate} onChange={setCertificate} error={wrong('certificate')} />}
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired autoFocus={isExempt} />
        </>
      )}
    </DeedDialog>
  )
}

type CertificateProps = { value: string; onChange: (text: string) => void; error?: string }

/** What the taxes come to now, and the paper that frees from them. */
function Certificate({ value, onChange, error }: CertificateProps) {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  return (
    <>
      <Sums rows={[{ label: t('taxesNow'), amount: -trip.totals.tax, isStrong: true }]} />
      <TextField
        label={t('certificate')}
        value={value}
        onChange={onChange}
        error={error}
        maxLength={120}
        autoComplete="off"
        autoFocus
      />
    </>
  )
}

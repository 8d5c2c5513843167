'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openDrawer } from '@/components/printing/drawer'
import { TextField } from '@/components/ui/field'
import type { CashShift } from '../api'
import { DeedDialog } from './deed-dialog'

/** Opens the drawer itself, without a sale, and asks why. */
export function PulseDialog({ shift, onClose }: { shift: CashShift; onClose: () => void }) {
  const t = useTranslations('cash')
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      title={t('pulseTitle', { name: shift.drawer })}
      label={t('pulse')}
      isReady={reason.trim() !== ''}
      act={() => openDrawer(shift.id, reason)}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">{t('pulseText')}</p>
      <TextField label={t('reason')} value={reason} onChange={setReason} maxLength={300} autoFocus />
    </DeedDialog>
  )
}

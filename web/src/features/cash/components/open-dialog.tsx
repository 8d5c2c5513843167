'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MoneyField } from '@/components/ui/money-field'
import { openShift, type CashDrawer } from '../api'
import { DeedDialog } from './deed-dialog'

/** How much is in the drawer as the shift begins. */
export function OpenDialog({
  drawer,
  currency,
  onClose,
}: {
  drawer: CashDrawer
  currency: string
  onClose: () => void
}) {
  const t = useTranslations('cash')
  const [amount, setAmount] = useState<number | null>(null)
  return (
    <DeedDialog
      title={t('openTitle', { name: drawer.name })}
      label={t('open')}
      act={() => openShift(drawer.id, amount ?? 0)}
      onClose={onClose}
    >
      <MoneyField
        label={t('kind_float')}
        hint={t('floatHint')}
        currency={currency}
        value={amount}
        onChange={setAmount}
        minValue={0}
        autoFocus
      />
    </DeedDialog>
  )
}

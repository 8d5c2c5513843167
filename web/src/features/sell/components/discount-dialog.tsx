'use client'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { MoneyField } from '@/components/ui/money-field'
import { PercentField } from '@/components/ui/percent-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { useErrorText } from '@/components/ui/states'
import { Notice } from '@/components/ui/notice'
import { useDiscounts } from '../use-reductions'

const kinds = ['percent', 'amount'] as const

type SizeState = { kind: (typeof kinds)[number]; ppm: number | null; amount: number | null }

/** A discount by hand on the whole trip, as an amount or a share, with the reason that the log keeps. */
export function DiscountDialog({ trip, onClose }: { trip: TripFull; onClose: () => void }) {
  const t = useTranslations('sell')
  const errorText = useErrorText()
  const { discount } = useDiscounts()
  const [size, setSize] = useState<SizeState>({ kind: 'percent', ppm: 100_000, amount: null })
  const [reason, setReason] = useState('')
  const { ppm, amount } = size.kind === 'percent' ? { ...size, amount: null } : { ...size, ppm: null }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    discount.mutate({ ppm, amount, label: t('discount'), reason: reason.trim() }, { onSuccess: onClose })
  }
  const footer = (
    <Button
      look="primary"
      type="submit"
      form="sale-discount"
      isDisabled={!(ppm ?? amount)}
      isPending={discount.isPending}
    >
      {t('apply')}
    </Button>
  )
  return (
    <Dialog title={t('discount')} isOpen onClose={onClose} size="sm" footer={footer}>
      <form id="sale-discount" onSubmit={submit} className="space-y-4">
        <Size {...{ size, setSize }} currency={trip.currency} />
        <TextField label={t('reason')} value={reason} onChange={setReason} maxLength={200} isRequired />
        {discount.error && <Notice tone="bad">{errorText(discount.error)}</Notice>}
      </form>
    </Dialog>
  )
}

type SizeProps = { size: SizeState; setSize: (size: SizeState) => void; currency: string }

function Size({ size, setSize, currency }: SizeProps) {
  const t = useTranslations('sell')
  return (
    <>
      <RadioGroup
        label={t('discountKind')}
        isLabelHidden
        options={kinds.map((id) => ({ id, name: t(`as_${id}`) }))}
        value={size.kind}
        onChange={(kind) => setSize({ ...size, kind })}
      />
      {size.kind === 'percent' ? (
        <PercentField label={t('as_percent')} value={size.ppm} onChange={(ppm) => setSize({ ...size, ppm })} />
      ) : (
        <MoneyField
          label={t('as_amount')}
          currency={currency}
          value={size.amount}
          minValue={0}
          onChange={(amount) => setSize({ ...size, amount })}
        />
      )}
    </>
  )
}

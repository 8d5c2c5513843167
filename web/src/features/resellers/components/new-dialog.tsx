'use client'
import { useTranslations } from 'use-intl'
import { FormPercent, FormRadio, FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { createReseller } from '../api'
import { blank, newSchema } from '../form'
import { useKeep } from '../use-renew'
import { useChoices } from '../use-words'

const shown = Object.keys(newSchema.shape)

/** Add a reseller with what a first sale needs; the rest is on their page. */
export function NewDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('resellers')
  const choices = useChoices()
  const keep = useKeep()
  const go = useGo()
  return (
    <FormDialog
      title={t('add')}
      values={blank}
      schema={newSchema}
      shown={shown}
      label={t('addDo')}
      save={createReseller}
      onSaved={(saved) => {
        onClose()
        keep(saved)
        toast.success(t('created', { name: saved.name }))
        go('reseller', { reseller: String(saved.id) })
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} autoFocus />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormSelect name="reseller_type" label={t('type')} options={choices.types} />
        <FormPercent name="commission_ppm" label={t('commission')} hint={t('commissionLater')} max={1_000_000} />
      </div>
      <FormRadio name="collect_type" label={t('collects')} options={choices.collectTypes} />
      <FormSelect name="payment_method" label={t('payment')} options={choices.paymentMethods} />
    </FormDialog>
  )
}

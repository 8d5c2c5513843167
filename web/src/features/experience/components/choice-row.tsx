'use client'
import { Star, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { FormMoney, FormText, useField } from '@/components/form-fields'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { useSession } from '@/lib/session'

type Props = { index: number; onRemove: () => void; onPrefer: () => void }

/** One choice: its name, what it costs on top, and whether it is chosen to begin with. */
export function ChoiceRow({ index, onRemove, onPrefer }: Props) {
  const t = useTranslations('experience')
  const currency = useSession()?.properties.currency ?? 'USD'
  const n = index + 1
  const { value: isDefault } = useField<boolean>(`values.${index}.is_default`)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-1 sm:grid-cols-[minmax(0,1fr)_7rem_7rem_auto_auto]">
      <FormText name={`values.${index}.label`} label={t('choiceN', { n })} isLabelHidden placeholder={t('choice')} />
      <FormMoney
        name={`values.${index}.price_delta`}
        label={t('extraN', { n })}
        isLabelHidden
        currency={currency}
        placeholder={t('extra')}
        className="max-sm:order-1"
      />
      <Sku index={index} />
      <IconButton label={t('preselectN', { n })} onPress={onPrefer} aria-pressed={isDefault} className="mt-0.5">
        <Star aria-hidden className={cx('size-4', isDefault && 'fill-current text-accent')} />
      </IconButton>
      <IconButton label={t('removeChoice', { n })} onPress={onRemove} className="mt-0.5">
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function Sku({ index }: { index: number }) {
  const t = useTranslations('experience')
  return (
    <FormText
      name={`values.${index}.sku`}
      label={t('skuN', { n: index + 1 })}
      isLabelHidden
      placeholder={t('sku')}
      className="max-sm:order-1"
    />
  )
}

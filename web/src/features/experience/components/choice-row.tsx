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
  const n = index + 1
  const { value: isDefault } = useField<boolean>(`values.${index}.is_default`)
  return (
    // On a phone: name and buttons, below them price and number.
    <div className="flex flex-wrap items-start gap-x-1 gap-y-2 sm:flex-nowrap">
      <FormText
        name={`values.${index}.label`}
        label={t('choiceN', { n })}
        isLabelHidden
        placeholder={t('choice')}
        className="min-w-0 grow basis-[calc(100%-6.5rem)] sm:basis-0"
      />
      <Details index={index} />
      <IconButton
        label={t('preselectN', { n })}
        onPress={onPrefer}
        aria-pressed={isDefault}
        className="mt-0.5 shrink-0"
      >
        <Star aria-hidden className={cx('size-4', isDefault && 'fill-current text-accent')} />
      </IconButton>
      <IconButton label={t('removeChoice', { n })} onPress={onRemove} className="mt-0.5 shrink-0">
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function Details({ index }: { index: number }) {
  const t = useTranslations('experience')
  const currency = useSession()?.properties.currency ?? 'USD'
  const n = index + 1
  return (
    <>
      <FormMoney
        name={`values.${index}.price_delta`}
        label={t('extraN', { n })}
        isLabelHidden
        currency={currency}
        placeholder={t('extra')}
        className="w-[calc(50%-0.25rem)] max-sm:order-1 sm:w-28"
      />
      <FormText
        name={`values.${index}.sku`}
        label={t('skuN', { n })}
        isLabelHidden
        placeholder={t('sku')}
        className="w-[calc(50%-0.25rem)] max-sm:order-1 sm:w-36"
      />
    </>
  )
}

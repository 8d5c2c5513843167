'use client'
import { useTranslations } from 'use-intl'
import { CardThumb } from '@/components/gift-cards/card-face'
import { useField } from '@/components/form-fields'
import { cx } from '@/components/ui/cx'
import type { CardStyle } from '../api'

const designs = ['waves', 'summit', 'sunrise', 'stars', 'party', 'plain'] as const

/** How the card looks: each design as it is, not as a word. */
export function StyleChoice({ styles }: { styles: CardStyle[] }) {
  const t = useTranslations('giftCards')
  const { value, onChange } = useField<number>('style_id')
  const nameOf = (style: CardStyle) => {
    const design = designs.find((one) => one === style.slug)
    return style.name || (design ? t(`design_${design}`) : style.slug)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('style')}</legend>
      <div className="grid grid-cols-3 gap-2.5">
        {styles.map((style) => (
          <label key={style.id} className="relative cursor-pointer">
            <input
              type="radio"
              name="style"
              aria-label={nameOf(style)}
              checked={style.id === value}
              onChange={() => onChange(style.id)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
            />
            <span
              className={cx(
                'block rounded-md p-1 ring-offset-raised peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
                style.id === value ? 'ring-2 ring-accent' : 'ring-1 ring-line hover:ring-line-strong',
              )}
            >
              <CardThumb look={style} />
            </span>
            <span className="mt-1 block truncate text-center text-xs text-soft">{nameOf(style)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

'use client'
import { Banknote, Bookmark, CreditCard, Gift, Link2, Nfc, ReceiptText, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '../ui/cx'
import type { Way } from './types'

const icons: Record<Way, LucideIcon> = {
  card: CreditCard,
  saved: Bookmark,
  reader: Nfc,
  cash: Banknote,
  gift: Gift,
  link: Link2,
  other: ReceiptText,
}

type Props = { ways: readonly Way[]; value: Way; onChange: (way: Way) => void; isLarge?: boolean; isDisabled?: boolean }

/** More than fit beside each other stand in two rows of about the same length. */
const gridClass = (count: number) =>
  cx(
    'grid grid-cols-3 gap-2 sm:auto-rows-fr',
    count > 5 ? 'sm:grid-cols-4' : 'sm:grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))]',
  )

/** How somebody pays: one press, or the arrow keys. */
export function WayTiles({ ways, value, onChange, isLarge, isDisabled }: Props) {
  const t = useTranslations('pay')
  const name = useId()
  return (
    <div role="radiogroup" aria-label={t('payBy')} className={gridClass(ways.length)}>
      {ways.map((way) => {
        const Icon = icons[way]
        return (
          <label
            key={way}
            className={cx(
              'relative flex min-w-0 cursor-pointer flex-col items-center justify-center gap-1 rounded-md border px-1 py-2',
              'text-center text-sm leading-tight font-medium text-balance hyphens-auto has-disabled:opacity-50',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              isLarge ? 'min-h-18' : 'min-h-15',
              way === value ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={way === value}
              disabled={isDisabled}
              autoFocus={way === value}
              onChange={() => onChange(way)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-5 shrink-0" />
            {t(`way_${way}`)}
          </label>
        )
      })}
    </div>
  )
}

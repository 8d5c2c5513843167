'use client'
import { Delete } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { numberFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import { Press } from '../ui/press'
import { padded, type PadKey } from './cash'

const keys: readonly PadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', 'back']

type Props = { label: string; value: number | null; onChange: (amount: number | null) => void }

/** The keys of a till for fingers: digits move in from the right. A keyboard types into the field instead. */
export function Keypad({ label, value, onChange }: Props) {
  const t = useTranslations('pay')
  const { locale } = useFormat()
  const name = (key: PadKey) =>
    key === '00' ? numberFormat(locale).format(0).repeat(2) : numberFormat(locale).format(Number(key))
  return (
    <div role="group" aria-label={label} className="hidden grid-cols-3 gap-2 pointer-coarse:grid">
      {keys.map((key) => (
        <Press
          key={key}
          aria-label={key === 'back' ? t('padBack') : undefined}
          onPress={() => onChange(padded(value, key))}
          className="grid min-h-13 place-items-center rounded-md border border-line-strong bg-surface text-xl font-medium tabular-nums active:bg-sunken"
        >
          {key === 'back' ? <Delete aria-hidden className="size-5" /> : name(key)}
        </Press>
      ))}
    </div>
  )
}

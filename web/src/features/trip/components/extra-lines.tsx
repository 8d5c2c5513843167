'use client'
import { useTranslations } from 'use-intl'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../trip-context'
import type { AddonLine, Order } from '../types'

/** Add-ons with what they come to. */
export function ExtraLines({ addons, order }: { addons: readonly AddonLine[]; order: Order }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip, may, open } = useTrip()
  const isOpen = may.edit && order.status !== 'cancelled'
  return (
    <ul aria-label={t('extras')} className="space-y-1 text-sm">
      {addons.map((line) => (
        <li key={line.id} className="flex justify-between gap-4">
          <span className="min-w-0 text-soft">
            <bdi>
              {isOpen ? (
                <button
                  type="button"
                  onClick={() => open({ kind: 'extras', order: order.id })}
                  className="text-start hover:text-accent hover:underline pointer-coarse:min-h-11"
                >
                  {line.name}
                </button>
              ) : (
                line.name
              )}
            </bdi>
            {line.value && `: ${isolate(line.value)}`}
            {line.qty > 1 && <span className="text-faint"> × {format.number(line.qty)}</span>}
            {line.text_value && <span className="block text-faint">{line.text_value}</span>}
          </span>
          <span className="shrink-0 tabular-nums">{format.money(line.amount, trip.currency)}</span>
        </li>
      ))}
    </ul>
  )
}

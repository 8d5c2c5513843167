'use client'
import { useTranslations } from 'use-intl'
import { Stepper } from '@/components/ui/stepper'
import { useFormat } from '@/lib/use-format'
import type { Departure, GuestType, Quantities, Tour } from '../types'

type Props = {
  tour: Tour
  departure: Departure
  currency: string
  quantities: Quantities
  onChange: (quantities: Quantities) => void
}

/** How many of each guest type go, with what each pays. */
export function GuestSteps({ tour, departure, currency, quantities, onChange }: Props) {
  const t = useTranslations('desk')
  return (
    <ul aria-label={t('guests')} className="divide-y border-y">
      {tour.guest_types.map((kind) => {
        const id = String(kind.experience_customer_type_id)
        const price = departure.prices.find((one) => String(one.experience_customer_type_id) === id)
        return (
          <li key={id} className="flex items-center justify-between gap-4 py-2.5">
            <div className="min-w-0">
              <p className="font-medium">{kind.name}</p>
              <About kind={kind} price={price?.price ?? null} currency={currency} />
            </div>
            <Stepper
              isLarge
              label={kind.name}
              value={quantities[id] ?? 0}
              max={kind.max_qty ?? 99}
              onChange={(qty) => onChange({ ...quantities, [id]: qty })}
            />
          </li>
        )
      })}
    </ul>
  )
}

function About({ kind, price, currency }: { kind: GuestType; price: number | null; currency: string }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const { min_age, max_age } = kind
  const ages =
    min_age === null && max_age === null
      ? null
      : max_age === null
        ? t('ageFrom', { from: min_age ?? 0 })
        : t('ageRange', { from: min_age ?? 0, to: max_age })
  const words = [price === null ? null : format.money(price, currency), ages].filter(Boolean)
  return words.length > 0 && <p className="text-sm text-faint tabular-nums">{words.join(' · ')}</p>
}

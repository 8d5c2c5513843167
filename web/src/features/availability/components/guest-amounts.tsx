'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { MoneyField } from '@/components/ui/money-field'
import { NumberField } from '@/components/ui/number-field'
import { guestName } from '@/features/experience/guest-name'
import { experienceQuery } from '@/features/experiences/api'
import { useSession } from '@/lib/session'
import type { Changes } from '../bulk'

type Props = {
  kind: 'price_override' | 'capacity_by_type'
  label: string
  changes: Changes
  onChange: (part: Changes) => void
  experience: number | null
}

/** A price or a number of seats for each kind of guest of one experience; empty ones stay as they are. */
export function GuestAmounts({ kind, label, changes, onChange, experience }: Props) {
  const t = useTranslations('availability')
  const { data } = useQuery({ ...experienceQuery(String(experience)), enabled: experience !== null })
  const currency = useSession()?.properties.currency ?? 'USD'
  const map = changes[kind] ?? {}
  if (experience === null) return <p className="text-sm text-soft">{t('oneExperienceOnly', { name: label })}</p>
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        {data?.customerTypes.map((guest) => {
          const field = {
            label: guestName(guest),
            value: map[guest.id] ?? null,
            onChange: (amount: number | null) => onChange({ [kind]: { ...map, [guest.id]: amount } }),
            minValue: 0,
            placeholder: t('staysAsIs'),
          }
          return kind === 'price_override' ? (
            <MoneyField key={guest.id} currency={currency} {...field} />
          ) : (
            <NumberField key={guest.id} {...field} />
          )
        })}
      </div>
    </fieldset>
  )
}

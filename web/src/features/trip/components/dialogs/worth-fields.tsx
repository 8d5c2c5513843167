'use client'
import { MoneyField } from '@/components/ui/money-field'
import { PercentField } from '@/components/ui/percent-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { useTranslations } from 'use-intl'
import { useTrip } from '../../trip-context'
import type { Wrong } from './deed-dialog'

/** A sum as people name it: a share (millionths) or an amount (minor units); both are kept while one changes. */
export type Worth<W extends string> = { way: W; ppm: number | null; amount: number | null }

/** What is wanted of a base, in minor units, rounded half away from zero. */
export function worthOf({ way, ppm, amount }: Worth<string>, base: number): number {
  return way === 'ppm' ? Math.sign(base) * Math.round((Math.abs(base) * (ppm ?? 0)) / 1_000_000) : (amount ?? 0)
}

export const isTold = ({ way, ppm, amount }: Worth<string>) => (way === 'ppm' ? ppm : amount) !== null

type Props<W extends string> = {
  label: string
  ways: { id: W; name: string }[]
  value: Worth<W>
  onChange: (value: Worth<W>) => void
  wrong: Wrong
}

/** How something is reckoned, and the figure that goes with it; a way that is neither has no figure. */
export function WorthFields<W extends string>({ label, ways, value, onChange, wrong }: Props<W>) {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  return (
    <>
      <RadioGroup label={label} options={ways} value={value.way} onChange={(way) => onChange({ ...value, way })} />
      {value.way === 'ppm' && (
        <PercentField
          label={t('percent')}
          value={value.ppm}
          onChange={(ppm) => onChange({ ...value, ppm })}
          max={1_000_000}
          error={wrong('ppm')}
          autoFocus
        />
      )}
      {value.way !== 'ppm' && value.way !== 'none' && (
        <MoneyField
          label={t('amount')}
          currency={trip.currency}
          value={value.amount}
          onChange={(amount) => onChange({ ...value, amount })}
          minValue={0}
          error={wrong('amount')}
          autoFocus
        />
      )}
    </>
  )
}

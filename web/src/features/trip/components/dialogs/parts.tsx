'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { TextField } from '@/components/ui/field'
import { Switch } from '@/components/ui/switch'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../../trip-context'
import type { Wrong } from './deed-dialog'

type ReasonProps = {
  value: string
  onChange: (reason: string) => void
  wrong?: Wrong
  isRequired?: boolean
  autoFocus?: boolean
}

/** Why something is done; it stays in the story of the trip. */
export function Reason({ value, onChange, wrong, isRequired, autoFocus }: ReasonProps) {
  const t = useTranslations('trip')
  return (
    <TextField
      label={t(isRequired ? 'reason' : 'reasonOptional')}
      value={value}
      onChange={onChange}
      error={wrong?.('reason')}
      isRequired={isRequired}
      autoFocus={autoFocus}
      autoComplete="off"
      maxLength={400}
    />
  )
}

/** Whether the guest is told; says by which address, and does not offer what cannot be. */
export function Notify({ value, onChange }: { value: boolean; onChange: (notify: boolean) => void }) {
  const t = useTranslations('trip')
  const { email, phone } = useTrip().trip.contact
  const to = email ?? phone
  if (!to) return <p className="text-sm text-faint">{t('cannotTell')}</p>
  return (
    <Switch isSelected={value} onChange={onChange} hint={t('tellTo', { to })}>
      {t('tell')}
    </Switch>
  )
}

export type Sum = { label: string; amount: number; isStrong?: boolean; tone?: 'good' | 'warn' }

/** What a change does to the money, line by line. */
export function Sums({ rows, children }: { rows: Sum[]; children?: ReactNode }) {
  const format = useFormat()
  const { trip } = useTrip()
  return (
    <dl aria-live="polite" className="space-y-1.5 rounded-md bg-sunken px-4 py-3 text-sm tabular-nums">
      {rows.map(({ label, amount, isStrong, tone }) => (
        <div key={label} className={cx('flex justify-between gap-4', isStrong && 'font-semibold')}>
          <dt className={isStrong ? '' : 'text-soft'}>{label}</dt>
          <dd className={cx(tone === 'good' && 'text-good', tone === 'warn' && 'text-warn')}>
            {format.money(amount, trip.currency)}
          </dd>
        </div>
      ))}
      {children}
    </dl>
  )
}

'use client'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormNumber } from '@/components/form-fields'
import { Select } from '@/components/ui/select'

const units = ['start', 'hours', 'days'] as const
type Unit = (typeof units)[number]
type Due = { balance_due_hours: number | null; balance_due_days: number | null }

/** When a balance is due: at the start, or so many hours or whole days before it, never both. */
export function BalanceDue({ name }: { name: string }) {
  const t = useTranslations('common')
  const { watch, setValue, formState } = useFormContext()
  const due = watch(name) as Partial<Due>
  const [chosen, setChosen] = useState<Unit>('start')
  // A number that is being typed anew is empty for a moment.
  const unit = unitOf(due) ?? (formState.isDirty ? chosen : 'start')
  const choose = (next: Unit) => {
    setChosen(next)
    const set = (field: keyof Due, value: number | null) => setValue(`${name}.${field}`, value, { shouldDirty: true })
    set('balance_due_hours', next === 'hours' ? 24 : null)
    set('balance_due_days', next === 'days' ? 7 : null)
  }
  return (
    <>
      <Select
        label={t('balanceDue')}
        options={units.map((id) => ({ id, name: t(`balanceDue_${id}`) }))}
        value={unit}
        onChange={choose}
      />
      {unit === 'hours' && <FormNumber name={`${name}.balance_due_hours`} label={t('balanceHours')} minValue={0} />}
      {unit === 'days' && (
        <FormNumber
          name={`${name}.balance_due_days`}
          label={t('balanceDays')}
          hint={t('balanceDaysHint')}
          minValue={0}
          maxValue={365}
        />
      )}
    </>
  )
}

function unitOf({ balance_due_hours: hours, balance_due_days: days }: Partial<Due>): Unit | null {
  if (days !== null && days !== undefined) return 'days'
  return hours !== null && hours !== undefined ? 'hours' : null
}

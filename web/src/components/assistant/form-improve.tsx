'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Purpose } from './api'
import { ImproveButton } from './improve-button'

type Props = { name: string; label: string; purpose: Purpose; locale?: string; maxLen?: number }

/** The same for a field of the form around it. */
export function FormImprove({ name, label, purpose, locale, maxLen }: Props) {
  const { setValue } = useFormContext()
  const text: unknown = useWatch({ name })
  return (
    <div className="-mt-3 flex justify-end empty:hidden">
      <ImproveButton
        of={label}
        text={typeof text === 'string' ? text : ''}
        purpose={purpose}
        locale={locale}
        maxLen={maxLen}
        onChange={(better) => setValue(name, better, { shouldDirty: true, shouldValidate: true })}
      />
    </div>
  )
}

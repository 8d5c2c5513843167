'use client'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components'

type Props = Omit<CheckboxProps, 'className' | 'children'> & { children: ReactNode }

export function Checkbox({ children, ...rest }: Props) {
  return (
    <AriaCheckbox {...rest} className="group flex min-h-11 items-center gap-3">
      <span className="grid size-5 shrink-0 place-items-center rounded border border-line-strong bg-surface text-on-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-invalid:border-bad-fill group-data-selected:border-accent group-data-selected:bg-accent">
        <Check aria-hidden strokeWidth={3} className="hidden size-3.5 group-data-selected:block" />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  )
}

'use client'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components'

type Props = Omit<CheckboxProps, 'className' | 'children'> & { children: ReactNode }

export function Checkbox({ children, ...rest }: Props) {
  return (
    <AriaCheckbox {...rest} className="group flex items-start gap-3 py-2">
      <span className="mt-px grid size-5 shrink-0 place-items-center rounded border border-line-strong bg-surface text-on-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-invalid:border-bad-fill group-data-selected:border-accent group-data-selected:bg-accent">
        <Check aria-hidden strokeWidth={3} className="hidden size-3.5 group-data-selected:block" />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  )
}

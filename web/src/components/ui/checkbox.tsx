'use client'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components'
import { cx } from './cx'

type Props = Omit<CheckboxProps, 'className' | 'children'> & { className?: string; children?: ReactNode }

const boxClass =
  'mt-px grid size-5 shrink-0 place-items-center rounded border border-line-strong bg-surface text-on-accent ' +
  'group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent ' +
  'group-data-invalid:border-bad-fill group-data-selected:border-accent group-data-selected:bg-accent ' +
  'group-data-indeterminate:border-accent group-data-indeterminate:bg-accent'

/** Yes or no; without text it needs an `aria-label`. */
export function Checkbox({ className, children, ...rest }: Props) {
  return (
    <AriaCheckbox
      {...rest}
      className={cx('group flex min-h-10 items-start gap-3 py-2 data-disabled:opacity-60', className)}
    >
      {({ isIndeterminate }) => (
        <>
          <span className={boxClass}>
            {isIndeterminate ? (
              <Minus aria-hidden strokeWidth={3} className="size-3.5" />
            ) : (
              <Check aria-hidden strokeWidth={3} className="hidden size-3.5 group-data-selected:block" />
            )}
          </span>
          {children && <span className="min-w-0">{children}</span>}
        </>
      )}
    </AriaCheckbox>
  )
}

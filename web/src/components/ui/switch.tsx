'use client'
import { useId, type ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps } from 'react-aria-components'
import { cx } from './cx'

type Props = Omit<SwitchProps, 'className' | 'children'> & { hint?: ReactNode; children: ReactNode }

/** Something that is on or off and takes effect at once. */
export function Switch({ hint, children, ...rest }: Props) {
  const hintId = useId()
  return (
    <div>
      <AriaSwitch
        {...rest}
        aria-describedby={hint ? hintId : undefined}
        className="group flex min-h-10 items-center gap-3 data-disabled:opacity-60 pointer-coarse:min-h-11"
      >
        <span
          className={cx(
            'h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken p-0.5',
            'group-data-selected:border-accent group-data-selected:bg-accent',
            'group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent',
          )}
        >
          <span
            className={cx(
              'block size-4.5 rounded-full bg-faint transition-transform group-data-selected:bg-on-accent',
              'group-data-selected:translate-x-4 rtl:group-data-selected:-translate-x-4',
            )}
          />
        </span>
        <span>{children}</span>
      </AriaSwitch>
      {hint && (
        <p id={hintId} className="ps-13 text-sm text-faint text-pretty">
          {hint}
        </p>
      )}
    </div>
  )
}

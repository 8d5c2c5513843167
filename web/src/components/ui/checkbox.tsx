'use client'
import { Check, Minus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { cx } from './cx'

type Props = {
  isSelected?: boolean
  defaultSelected?: boolean
  onChange?: (isSelected: boolean) => void
  isIndeterminate?: boolean
  isDisabled?: boolean
  isInvalid?: boolean
  /** Takes the focus as soon as it is there. */
  autoFocus?: boolean
  'aria-label'?: string
  className?: string
  children?: ReactNode
}

const boxClass =
  'peer col-start-1 row-start-1 size-5 appearance-none rounded border border-line-strong bg-surface ' +
  'aria-invalid:border-bad-fill checked:border-accent checked:bg-accent indeterminate:border-accent ' +
  'indeterminate:bg-accent forced-colors:appearance-auto'
const markClass = 'pointer-events-none col-start-1 row-start-1 size-3.5 text-on-accent'

/** Yes or no; without text it needs an `aria-label`. */
export function Checkbox({ className, children, ...rest }: Props) {
  const { isIndeterminate = false, isDisabled, isInvalid } = rest
  const [own, setOwn] = useState(rest.defaultSelected ?? false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isIndeterminate
  })
  const choose = (isSelected: boolean) => {
    setOwn(isSelected)
    rest.onChange?.(isSelected)
  }
  return (
    <label className={cx('flex min-h-10 items-start gap-3 py-2', isDisabled && 'opacity-60', className)}>
      <span className="mt-px grid shrink-0 place-items-center">
        <input
          ref={box}
          type="checkbox"
          checked={rest.isSelected ?? own}
          onChange={(event) => choose(event.target.checked)}
          disabled={isDisabled}
          aria-invalid={isInvalid || undefined}
          aria-label={rest['aria-label']}
          autoFocus={rest.autoFocus}
          className={boxClass}
        />
        {isIndeterminate ? (
          <Minus aria-hidden strokeWidth={3} className={markClass} />
        ) : (
          <Check aria-hidden strokeWidth={3} className={cx(markClass, 'hidden peer-checked:block')} />
        )}
      </span>
      {children && <span className="min-w-0">{children}</span>}
    </label>
  )
}

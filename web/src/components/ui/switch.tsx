'use client'
import { useId, useState, type ReactNode } from 'react'
import { cx } from './cx'

type Props = {
  isSelected?: boolean
  defaultSelected?: boolean
  onChange?: (isSelected: boolean) => void
  isDisabled?: boolean
  hint?: ReactNode
  children: ReactNode
}

const trackClass =
  'h-6 w-10 shrink-0 appearance-none rounded-full border border-line-strong bg-sunken p-0.5 ' +
  'checked:border-accent checked:bg-accent forced-colors:appearance-auto ' +
  'before:block before:size-4.5 before:rounded-full before:bg-faint before:transition-transform ' +
  'checked:before:translate-x-4 checked:before:bg-on-accent rtl:checked:before:-translate-x-4'

/** Something that is on or off and takes effect at once. */
export function Switch({ isSelected, defaultSelected = false, onChange, isDisabled, hint, children }: Props) {
  const hintId = useId()
  const [own, setOwn] = useState(defaultSelected)
  const choose = (isOn: boolean) => {
    setOwn(isOn)
    onChange?.(isOn)
  }
  return (
    <div>
      <label className={cx('flex min-h-10 items-center gap-3 pointer-coarse:min-h-11', isDisabled && 'opacity-60')}>
        <input
          type="checkbox"
          role="switch"
          checked={isSelected ?? own}
          onChange={(event) => choose(event.target.checked)}
          disabled={isDisabled}
          aria-describedby={hint ? hintId : undefined}
          className={trackClass}
        />
        <span>{children}</span>
      </label>
      {hint && (
        <p id={hintId} className="ps-13 text-sm text-faint text-pretty">
          {hint}
        </p>
      )}
    </div>
  )
}

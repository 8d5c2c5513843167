'use client'
import { useId } from 'react'
import { cx } from './cx'

type Props = { label: string; length: number; value: string; onChange: (digits: string) => void; isBusy: boolean }

/** One field for a code of digits: everything that is no digit is dropped, also from what is pasted. */
export function CodeField({ label, length, value, onChange, isBusy }: Props) {
  const id = useId()
  return (
    <div className="relative w-full max-w-80">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div aria-hidden dir="ltr" className="grid grid-cols-6 gap-2">
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={cx(
              'grid h-14 place-items-center rounded-md border bg-surface text-2xl font-semibold tabular-nums',
              index === value.length ? 'border-accent ring-1 ring-accent' : 'border-line-strong',
              isBusy && 'opacity-60',
            )}
          >
            {value[index]}
          </span>
        ))}
      </div>
      {/* Over the boxes and invisible, so that the phone's own "code from messages" and pasting work. */}
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        className="absolute inset-0 w-full cursor-text bg-transparent text-transparent caret-transparent outline-none"
      />
    </div>
  )
}

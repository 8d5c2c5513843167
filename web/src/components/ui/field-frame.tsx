'use client'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { labelClass } from './input-class'
import type { useNotes } from './use-notes'

type NotesProps = { id: string; hint?: ReactNode; error?: string }

/** The line under a field: what to enter, or what is wrong with it. */
export function FieldNotes({ id, hint, error }: NotesProps) {
  if (!error && !hint) return null
  return (
    <span id={id} className={cx('text-sm', error ? 'text-bad' : 'text-faint')}>
      {error ?? hint}
    </span>
  )
}

type Props = Omit<NotesProps, 'id'> & {
  ids: ReturnType<typeof useNotes>
  label: string
  isLabelHidden?: boolean
  className?: string
  children: ReactNode
}

/** What stands round every control: its label above, the line of notes below. */
export function FieldFrame({ ids, label, isLabelHidden, hint, error, className, children }: Props) {
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label id={ids.label} htmlFor={ids.id} className={isLabelHidden ? 'sr-only' : labelClass}>
        {label}
      </label>
      {children}
      <FieldNotes id={ids.notes} hint={hint} error={error} />
    </div>
  )
}

'use client'
import { useId, type ReactNode } from 'react'

/** The ids that tie a field to its label and to the line under it, and what a control says of them. */
export function useNotes(hint?: ReactNode, error?: string) {
  const id = useId()
  const notes = `${id}-notes`
  return {
    id,
    label: `${id}-label`,
    notes,
    control: {
      'aria-describedby': error || hint ? notes : undefined,
      'aria-invalid': error ? true : undefined,
      'data-invalid': error ? true : undefined,
    },
  }
}

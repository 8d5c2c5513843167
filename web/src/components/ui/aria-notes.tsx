'use client'
import type { ReactNode } from 'react'
import { FieldError, Text } from 'react-aria-components'

/** The lines under a field of the library: what to enter, or what is wrong with it. */
export function AriaNotes({ hint, error }: { hint?: ReactNode; error?: string }) {
  return (
    <>
      {hint && !error && (
        <Text slot="description" className="text-sm text-faint">
          {hint}
        </Text>
      )}
      <FieldError className="text-sm text-bad">{error}</FieldError>
    </>
  )
}

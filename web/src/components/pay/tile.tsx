'use client'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx'
import { Press } from '../ui/press'

type Props = {
  isChosen: boolean
  /** For fingers: on a till everything is larger. */
  isLarge?: boolean
  isDisabled?: boolean
  onPress: () => void
  className?: string
  children: ReactNode
}

/** One of a few choices that are pressed rather than read through. */
export function Tile({ isChosen, isLarge, isDisabled, onPress, className, children }: Props) {
  return (
    <Press
      aria-pressed={isChosen}
      isDisabled={isDisabled}
      onPress={onPress}
      className={cx(
        'min-w-0 rounded-md border px-3 text-sm font-medium text-balance tabular-nums disabled:opacity-50',
        isLarge ? 'min-h-13' : 'min-h-11',
        isChosen ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong hover:bg-sunken',
        className,
      )}
    >
      {children}
    </Press>
  )
}

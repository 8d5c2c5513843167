'use client'
import type { ComponentProps, KeyboardEvent, MouseEvent, PointerEvent } from 'react'

export type PressProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
  /** `isByKey` also when a screen reader pressed it. */
  onPress?: (press: { isByKey: boolean }) => void
  onPressStart?: () => void
  onHoverStart?: () => void
  isDisabled?: boolean
  /** What it began still runs: it keeps the focus and does nothing. */
  isPending?: boolean
}

/**
 * A bare button with the manners of react-aria's: it takes the focus also in Safari, tells nobody around
 * it of a press, and a key held down presses once. Every screen begins with buttons, and the browser's
 * own weigh nothing; inside the library's FileTrigger, calendars and fields its own are to be used.
 */
export function Press({ onPress, onPressStart, onHoverStart, isDisabled, isPending, type, ...rest }: PressProps) {
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.stopPropagation()
    if (isPending) return
    if (document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true })
    onPress?.({ isByKey: event.detail === 0 })
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.stopPropagation()
    onPressStart?.()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    rest.onKeyDown?.(event)
  }
  return (
    <button
      {...rest}
      // A form must not be sent twice.
      type={isPending ? 'button' : (type ?? 'button')}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      data-pending={isPending || undefined}
      onClick={onClick}
      onPointerDown={onPointerDown}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHoverStart?.()}
      onKeyDown={onKeyDown}
    />
  )
}

'use client'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import { buttonClass, type Look, type Size } from './button-class'
import { cx } from './cx'

type Props = Omit<ButtonProps, 'className' | 'children'> & {
  look?: Look
  size?: Size
  className?: string
  children: ReactNode
}

export function Button({ look = 'secondary', size = 'md', className, children, isPending, ...rest }: Props) {
  return (
    <AriaButton {...rest} isPending={isPending} className={cx(buttonClass(look, size), className)}>
      {isPending && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </AriaButton>
  )
}

/** A square button that shows only a symbol; the label is for screen readers and the tooltip. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: Omit<ButtonProps, 'className' | 'children'> & { label: string; className?: string; children: ReactNode }) {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className={cx(
        'inline-grid size-10 place-items-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink',
        'disabled:opacity-40 pointer-coarse:size-11',
        className,
      )}
    >
      {children}
    </AriaButton>
  )
}

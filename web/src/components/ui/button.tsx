'use client'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass, type Look, type Size } from './button-class'
import { cx } from './cx'
import { Press, type PressProps } from './press'

type Props = Omit<PressProps, 'className' | 'children'> & {
  look?: Look
  size?: Size
  className?: string
  children: ReactNode
}

export function Button({ look = 'secondary', size = 'md', className, children, isPending, ...rest }: Props) {
  return (
    <Press {...rest} isPending={isPending} className={cx(buttonClass(look, size), className)}>
      {isPending && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </Press>
  )
}

/** A square button that shows only a symbol; the label is for screen readers and the tooltip. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: Omit<PressProps, 'className' | 'children'> & { label: string; className?: string; children: ReactNode }) {
  return (
    <Press
      {...rest}
      aria-label={label}
      className={cx(
        'inline-grid size-10 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink',
        'disabled:opacity-40 pointer-coarse:size-11',
        className,
      )}
    >
      {children}
    </Press>
  )
}

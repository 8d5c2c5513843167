'use client'
import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger, type TooltipProps } from 'react-aria-components'

type Props = { text: string; placement?: TooltipProps['placement']; children: ReactElement }

/** A few words about a button (the child), shown while it is pointed at or focused. */
export function Tooltip({ text, placement, children }: Props) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip
        offset={6}
        placement={placement}
        className="max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-float"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

'use client'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext, type TooltipProps } from 'react-aria-components'

type Props = {
  id: string
  text: string
  placement: TooltipProps['placement']
  /** Around the button. */
  place: RefObject<Element | null>
  onClose: () => void
}

/** The words of a Tooltip; a file of its own, so that it can be loaded late. */
export default function TooltipWindow({ id, text, placement, place, onClose }: Props) {
  const button = useRef<Element | null>(null)
  useLayoutEffect(() => {
    button.current = place.current?.firstElementChild ?? null
  })
  const state = { isOpen: true, shouldSkipAnimation: true, open: () => undefined, close: onClose }
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        // The type leaves the id out, the component does not.
        {...{ id }}
        triggerRef={button}
        offset={6}
        placement={placement}
        className="max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-float"
      >
        {text}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}

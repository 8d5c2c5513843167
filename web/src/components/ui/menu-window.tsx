'use client'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, Popover, Separator } from 'react-aria-components'
import { keepKeys } from './keep-keys'
import type { MenuEntry, OpenMenu } from './menu-types'
import { popoverClass } from './popover'

type Props = OpenMenu & { entries: MenuEntry[]; head?: ReactNode }

/** The open menu; a file of its own, so that it can be loaded late. */
export function MenuWindow({ id, label, entries, head, button, opened, onClose }: Props) {
  return (
    <Popover
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      triggerRef={button}
      trigger="MenuTrigger"
      placement="bottom start"
      aria-label={label}
      className={popoverClass}
    >
      {head}
      <AriaMenu
        ref={keepKeys}
        id={id}
        aria-label={label}
        autoFocus={opened === 'pointer' ? true : opened}
        onClose={onClose}
        className="max-h-[60dvh] min-w-52 overflow-y-auto p-1 outline-none"
      >
        {entries.flatMap((entry) => [
          ...(entry.isAfterLine ? [<Separator key={`${entry.id}-line`} className="my-1 border-t" />] : []),
          <MenuItem
            key={entry.id}
            id={entry.id}
            textValue={entry.label}
            onAction={entry.onAction}
            className="flex min-h-10 cursor-default items-center gap-3 rounded-md px-3 text-sm outline-none data-focused:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="grid w-4 shrink-0 place-items-center text-faint">{entry.icon}</span>
            <span className="grow">{entry.label}</span>
            {entry.isChosen && <Check aria-hidden className="size-4 text-accent" />}
          </MenuItem>,
        ])}
      </AriaMenu>
    </Popover>
  )
}

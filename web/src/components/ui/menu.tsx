'use client'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { popoverClass } from './popover'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  isChosen?: boolean
  isAfterLine?: boolean
  onAction: () => void
}

type Props = {
  label: string
  entries: MenuEntry[]
  /** Stands above the entries: whose menu it is. */
  head?: ReactNode
  children: ReactElement
}

/** A button (the child) that opens a list of things to do. */
export function Menu({ label, entries, head, children }: Props) {
  return (
    <MenuTrigger>
      {children}
      <Popover className={popoverClass}>
        {head}
        <AriaMenu aria-label={label} className="max-h-[60dvh] min-w-52 overflow-y-auto p-1 outline-none">
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
    </MenuTrigger>
  )
}

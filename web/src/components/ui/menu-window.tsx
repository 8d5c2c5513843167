'use client'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components'
import { afterPaint } from '@/lib/after-paint'
import { cx } from './cx'
import { keepKeys } from './keep-keys'
import { groupsOf } from './menu-groups'
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
        className="max-h-[80dvh] min-w-52 overflow-y-auto p-1 outline-none"
      >
        {groupsOf(entries).flatMap(({ name, items }, place) => [
          ...(place > 0 ? [<Separator key={`${items[0]?.id}-line`} className="my-1 border-t" />] : []),
          name ? (
            <MenuSection key={name} aria-label={name}>
              {items.map(itemOf)}
            </MenuSection>
          ) : (
            items.map(itemOf)
          ),
        ])}
      </AriaMenu>
    </Popover>
  )
}

function itemOf({ id, label, icon, isChosen, isDanger, onAction }: MenuEntry) {
  return (
    <MenuItem
      key={id}
      id={id}
      textValue={label}
      // The menu is gone first: what is done may take longer to draw, or open a window in its place.
      onAction={() => afterPaint(onAction)}
      className={cx(
        'flex min-h-10 cursor-default items-center gap-3 rounded-md px-3 text-sm outline-none data-focused:bg-sunken pointer-coarse:min-h-11',
        isDanger && 'text-bad',
      )}
    >
      <span className={cx('grid w-4 shrink-0 place-items-center', !isDanger && 'text-faint')}>{icon}</span>
      <span className="grow">
        <bdi>{label}</bdi>
      </span>
      {isChosen && <Check aria-hidden className="size-4 text-accent" />}
    </MenuItem>
  )
}

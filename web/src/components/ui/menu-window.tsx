'use client'
import { Check } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { Popover } from 'react-aria-components'
import { afterPaint } from '@/lib/after-paint'
import { cx } from './cx'
import { groupsOf } from './menu-groups'
import type { MenuEntry, OpenMenu } from './menu-types'
import { popoverClass } from './popover'
import { useMenu } from './use-menu'

type Props = OpenMenu & { entries: MenuEntry[]; head?: ReactNode }

/** The open menu; a file of its own, so that it can be loaded late. */
export function MenuWindow({ head, ...rest }: Props) {
  const { label, button, onClose } = rest
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
      <Entries {...rest} />
    </Popover>
  )
}

// The library's own menu makes a collection of its entries, draws them twice and every one anew whenever the focus
// moves: too much for a list of a few buttons that opens under somebody's finger.
function Entries({ id, label, entries, opened, onClose }: OpenMenu & { entries: MenuEntry[] }) {
  const onPress = (entry: MenuEntry) => {
    onClose()
    // The menu is gone first: what is done may take longer to draw, or open a window in its place.
    afterPaint(entry.onAction)
  }
  const menu = useMenu({ opened, entries, onPress })
  return (
    <div
      {...menu}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className="max-h-[80dvh] min-w-52 overflow-y-auto p-1 outline-none select-none"
    >
      {groupsOf(entries).map(({ name, items }, place) => (
        <Fragment key={items[0]?.id}>
          {place > 0 && <div role="separator" className="my-1 border-t" />}
          <div role={name ? 'group' : 'presentation'} aria-label={name}>
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} onPress={onPress} />
            ))}
          </div>
        </Fragment>
      ))}
    </div>
  )
}

function Entry({ entry, onPress }: { entry: MenuEntry; onPress: (entry: MenuEntry) => void }) {
  const { label, icon, isChosen, isDanger } = entry
  const press = (event: MouseEvent) => {
    event.stopPropagation()
    onPress(entry)
  }
  return (
    <div
      role="menuitem"
      tabIndex={-1}
      onClick={press}
      className={cx(
        'flex min-h-10 cursor-default items-center gap-3 rounded-md px-3 text-sm outline-none focus:bg-sunken pointer-coarse:min-h-11',
        isDanger && 'text-bad',
      )}
    >
      <span className={cx('grid w-4 shrink-0 place-items-center', !isDanger && 'text-faint')}>{icon}</span>
      <span className="grow">
        <bdi>{label}</bdi>
      </span>
      {isChosen && <Check aria-hidden className="size-4 text-accent" />}
    </div>
  )
}

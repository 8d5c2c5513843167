'use client'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { WarmLink } from '@/lib/warm-link'
import { cx } from './cx'
import { useTabKeys } from './use-tab-keys'

const listClass =
  'flex gap-1 overflow-x-auto border-b [scrollbar-width:none] print:hidden [&::-webkit-scrollbar]:hidden'
const tabClass =
  '-mb-px flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-t-md border-b-2 px-3 text-sm font-medium ' +
  'whitespace-nowrap -outline-offset-2 '
const idleClass = 'border-transparent text-soft hover:border-line-strong hover:text-ink'
const currentClass = 'border-accent text-ink'

function TabBadge({ children }: { children: ReactNode }) {
  return <span className="rounded-full bg-sunken px-1.5 text-xs text-soft tabular-nums">{children}</span>
}

export type TabLink = { id: string; label: string; href: string; badge?: ReactNode }

/** Tabs that are pages of their own: the address decides which one is open. */
export function TabLinks({ label, items, current }: { label: string; items: TabLink[]; current: string }) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current]')
    // Not scrollIntoView: that would move the page as well.
    if (open && list.current) list.current.scrollLeft = open.offsetLeft - list.current.clientWidth / 3
  }, [current])
  return (
    <nav ref={list} aria-label={label} className={cx(listClass, 'relative')}>
      {items.map((item) => (
        <WarmLink
          key={item.id}
          href={item.href}
          aria-current={item.id === current ? 'page' : undefined}
          className={cx(tabClass, item.id === current ? currentClass : idleClass)}
        >
          <bdi>{item.label}</bdi>
          {item.badge !== undefined && <TabBadge>{item.badge}</TabBadge>}
        </WarmLink>
      ))}
    </nav>
  )
}

type TabsProps = {
  label: string
  items: { id: string; label: string; badge?: ReactNode }[]
  value: string
  onChange: (id: string) => void
  /** What the open tab shows. */
  children: ReactNode
}

/** Tabs inside a page or a dialog, moved through with the arrow keys. */
export function Tabs({ label, items, value, onChange, children }: TabsProps) {
  const id = useId()
  const onKeyDown = useTabKeys(
    items.map((item) => item.id),
    value,
    onChange,
  )
  return (
    <div>
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className={listClass}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${id}-${item.id}`}
            aria-selected={item.id === value}
            aria-controls={item.id === value ? `${id}-panel` : undefined}
            tabIndex={item.id === value ? 0 : -1}
            onClick={() => onChange(item.id)}
            className={cx(tabClass, item.id === value ? currentClass : idleClass)}
          >
            <bdi>{item.label}</bdi>
            {item.badge !== undefined && <TabBadge>{item.badge}</TabBadge>}
          </button>
        ))}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        className="pt-5 -outline-offset-2"
      >
        {children}
      </div>
    </div>
  )
}

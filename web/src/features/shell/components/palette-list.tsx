'use client'
import { useEffect, useRef } from 'react'
import { Highlight } from '@/components/search/highlight'
import { cx } from '@/components/ui/cx'
import type { Entry, EntryGroup } from '../palette/entries'

export const optionId = (list: string, entry: string) => `${list}-${entry}`

type Props = {
  id: string
  groups: EntryGroup[]
  activeId: string | undefined
  query: string
  onRun: (entry: Entry, isNewTab: boolean) => void
}

/** The lines under the field, by kind; the field keeps the focus and says which one is active. */
export function PaletteList({ id, groups, activeId, query, onRun }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={query}
      className="min-h-0 grow overflow-y-auto overscroll-contain px-2 sm:max-h-[min(26rem,56vh)]"
    >
      {groups.map((group) => (
        <div key={group.id} role="group" aria-label={group.title} className="py-1.5">
          {group.title && (
            <div aria-hidden className="px-2.5 py-1 text-xs font-medium text-faint">
              {group.title}
            </div>
          )}
          {group.entries.map((entry) => (
            <Line
              key={entry.id}
              id={optionId(id, entry.id)}
              entry={entry}
              isActive={entry.id === activeId}
              query={query}
              onRun={onRun}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type LineProps = { id: string; entry: Entry; isActive: boolean; query: string; onRun: Props['onRun'] }

function Line({ id, entry, isActive, query, onRun }: LineProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onRun(entry, event.ctrlKey || event.metaKey)}
      className={cx(
        'flex min-h-10 cursor-pointer scroll-my-2 items-center gap-3 rounded-md px-2.5 py-1.5 text-sm pointer-coarse:min-h-12',
        isActive ? 'bg-accent-wash' : 'hover:bg-sunken',
      )}
    >
      <entry.icon aria-hidden className={cx('size-[18px] shrink-0', isActive ? 'text-accent' : 'text-faint')} />
      <span className="min-w-0 grow truncate">
        <Highlight text={entry.title} query={query} />
        {entry.subtitle && (
          <span className="text-faint">
            {'  '}
            <Highlight text={entry.subtitle} query={query} />
          </span>
        )}
      </span>
      {entry.keys && <Keys keys={entry.keys} />}
    </div>
  )
}

function Keys({ keys }: { keys: string }) {
  return (
    <span className="flex shrink-0 gap-1 pointer-coarse:hidden">
      {keys.split(' ').map((key) => (
        <kbd key={key} className="min-w-5 rounded border bg-surface px-1 text-center font-sans text-xs text-faint">
          {key}
        </kbd>
      ))}
    </span>
  )
}

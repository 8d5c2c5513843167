'use client'
import { ChevronDown, ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { memo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/lib/use-format'
import { Isolated } from '@/components/isolated'
import type { TableColumn } from './model'
import type { Group } from './use-rows'

export type RowProps<T> = {
  id: string
  row: T
  index: number
  name: string
  columns: TableColumn<T>[]
  href?: string
  isActive: boolean
  /** Null when rows cannot be chosen. */
  isChosen: boolean | null
  onHover?: (row: T) => void
  phone?: (row: T) => ReactNode
}

function RowInner<T>({ id, row, index, name, columns, href, isActive, isChosen, onHover, phone }: RowProps<T>) {
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isChosen ?? undefined}
      data-active={isActive || undefined}
      onPointerEnter={onHover && (() => onHover(row))}
      className={cx('table-row-grid table-body-row', isChosen && 'is-chosen', phone && 'is-phone')}
    >
      {isChosen !== null && <Choice index={index} name={name} isChosen={isChosen} />}
      {phone ? (
        <PhoneCell href={href}>{phone(row)}</PhoneCell>
      ) : (
        columns.map((column, place) => (
          <Cell
            key={column.key}
            column={column}
            href={place === 0 ? href : undefined}
            isFirst={place === 0}
            row={row}
          />
        ))
      )}
    </div>
  )
}

/** One row; drawn again only when something about it changed. */
export const Row = memo(RowInner) as typeof RowInner

/** The grid itself hears the press (`data-choose`), so that a row needs no function that changes. */
function Choice({ index, name, isChosen }: { index: number; name: string; isChosen: boolean }) {
  const t = useTranslations('tables')
  return (
    <div role="gridcell" className="relative z-10">
      <label className="grid size-full place-items-center">
        <input
          type="checkbox"
          readOnly
          tabIndex={-1}
          checked={isChosen}
          data-choose={index}
          aria-label={t('chooseRow', { name })}
          className="size-4.5 accent-accent"
        />
      </label>
    </div>
  )
}

const stretched = 'after:absolute after:inset-0 outline-none'

function PhoneCell({ href, children }: { href?: string; children: ReactNode }) {
  return (
    <div role="gridcell" className="min-w-0 px-3">
      {href ? (
        <Link href={href} prefetch={false} className={cx('block', stretched)}>
          {children}
        </Link>
      ) : (
        children
      )}
    </div>
  )
}

type CellProps<T> = { column: TableColumn<T>; row: T; href?: string; isFirst: boolean }

function Cell<T>({ column, row, href, isFirst }: CellProps<T>) {
  const content = <Isolated>{column.cell(row)}</Isolated>
  return (
    <div
      role="gridcell"
      className={cx(
        'flex min-w-0 items-center px-3',
        column.align && 'justify-end tabular-nums',
        isFirst && 'table-first font-medium',
      )}
    >
      <div className="min-w-0 truncate">
        {href ? (
          <Link href={href} prefetch={false} tabIndex={-1} className={stretched}>
            {content}
          </Link>
        ) : (
          content
        )}
      </div>
    </div>
  )
}

type GroupProps = {
  id: string
  index: number
  label: string
  group: Group
  isOpen: boolean
  isActive: boolean
  onToggle: (value: Group['value']) => void
}

/** The head of a group: its value, how many have it, open or closed. */
export const GroupRow = memo(function GroupRow({ id, index, label, group, isOpen, isActive, onToggle }: GroupProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const format = useFormat()
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-expanded={isOpen}
      data-active={isActive || undefined}
      className="table-body-row flex items-center bg-sunken"
    >
      <div role="gridcell" className="sticky start-0">
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onToggle(group.value)}
          className="flex items-center gap-2 px-3 py-2 font-medium"
        >
          <Chevron aria-hidden className="size-4 text-faint" />
          {label}
          <span className="rounded-full bg-surface px-2 text-xs text-soft tabular-nums">
            {format.number(group.cnt)}
          </span>
        </button>
      </div>
    </div>
  )
})

type SkeletonProps = { count: number; columns: number; hasChoice: boolean; isPhone: boolean }

/** What stands there until the first page comes. */
export function SkeletonRows({ count, columns, hasChoice, isPhone }: SkeletonProps) {
  return Array.from({ length: count }, (_, row) => (
    <div key={row} role="row" className={cx('table-row-grid table-body-row', isPhone && 'is-phone')}>
      {hasChoice && <div role="gridcell" />}
      {Array.from({ length: columns }, (_ignored, column) => (
        <div key={column} role="gridcell" className="flex items-center px-3">
          <Skeleton className={cx('h-4', (row + column) % 3 ? 'w-3/5' : 'w-4/5')} />
        </div>
      ))}
    </div>
  ))
}
